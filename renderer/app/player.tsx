import { Pause, Play, StepBack, StepForward, X } from "lucide-react";
import { IconButton } from "../components/controls/button.tsx";
import { Thumbnail } from "../components/fingerprint-grid/thumbnail.tsx";
import { endPlayback, isCalm, type Playback, showStep, togglePlayback } from "../state/playback.ts";

export const PLAY_KEY = "k";

const NOTHING: readonly number[] = [];

/** Where less motion is wanted: the beginning, the last change and the result at a glance, each a way there. */
function Strip({ playback: { steps, index } }: { readonly playback: Playback }) {
  const last = steps.length - 1;
  const shown = [...new Set([0, Math.max(0, last - 1), last])];
  return (
    <ul className="player-strip row gap-1" aria-label="Steps at a glance">
      {shown.map((step) => (
        <li key={step}>
          <button
            type="button"
            aria-label={steps[step]!.caption}
            aria-current={step === index ? "step" : undefined}
            onClick={() => showStep(step)}
          >
            <Thumbnail positions={NOTHING} layers={steps[step]!.layers} size={32} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Under the map while it shows how a result came about: what happens now, and a way to any other step. */
export function Player({ playback }: { readonly playback: Playback }) {
  const { steps, index, isRunning } = playback;
  const last = steps.length - 1;
  return (
    <section className="player columns gap-3" aria-label="How the result came about">
      <p className="figures clip" dir="auto">
        <span className="muted">
          {index + 1} of {steps.length}
        </span>{" "}
        {steps[index]!.caption}
      </p>
      {isCalm() ? <Strip playback={playback} /> : null}
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
      <div className="row gap-0">
        <IconButton
          icon={StepBack}
          isSmall
          label="Step back"
          isDisabled={index === 0}
          onPress={() => showStep(index - 1)}
        />
        {!isCalm() && (
          <IconButton
            icon={isRunning ? Pause : Play}
            isSmall
            label={isRunning ? "Pause" : index === last ? "Play again" : "Play"}
            keys={PLAY_KEY}
            onPress={togglePlayback}
          />
        )}
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
