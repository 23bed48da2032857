import { Pause, Play, StepBack, StepForward, X } from "lucide-react";
import { IconButton } from "../components/controls/icon-button.tsx";
import { endPlayback, type Playback, showStep, togglePlayback } from "../state/playback.ts";

export const PLAY_KEY = "k";

/** Under the map while it shows how a result came about: what happens now, and a way to any other step. */
export function Player({ playback }: { readonly playback: Playback }) {
  const { steps, index, isRunning } = playback;
  const last = steps.length - 1;
  return (
    <section className="player" aria-label="How the result came about">
      <p className="player-caption figures" dir="auto">
        <span className="muted">
          {index + 1} of {steps.length}
        </span>{" "}
        {steps[index]!.caption}
      </p>
      <input
        type="range"
        aria-label="Step"
        aria-valuetext={`${index + 1} of ${steps.length}: ${steps[index]!.caption}`}
        min={0}
        max={last}
        step={1}
        value={index}
        onChange={({ currentTarget }) => showStep(currentTarget.valueAsNumber)}
      />
      <div className="player-buttons">
        <IconButton
          icon={StepBack}
          isSmall
          label="Step back"
          isDisabled={index === 0}
          onPress={() => showStep(index - 1)}
        />
        <IconButton
          icon={isRunning ? Pause : Play}
          isSmall
          label={isRunning ? "Pause" : index === last ? "Play again" : "Play"}
          keys={PLAY_KEY}
          onPress={togglePlayback}
        />
        <IconButton
          icon={StepForward}
          isSmall
          label="Step forward"
          isDisabled={index === last}
          onPress={() => showStep(index + 1)}
        />
        <IconButton icon={X} isSmall label="Back to the result" onPress={endPlayback} />
      </div>
    </section>
  );
}
