import { Button } from "../components/controls/button.tsx";
import { Choice, Switch } from "../components/controls/choice.tsx";
import { Dialog } from "../components/controls/dialog.tsx";
import { changeSettings, DEFAULT_SETTINGS, useSettings } from "../state/settings.ts";
import { chooseTheme } from "../state/theme.ts";
import { closeOverlay, useOverlay } from "./overlays.ts";

const THEMES = { system: "System", light: "Light", dark: "Dark" } as const;
const DELAYS = { "0": "None", "300": "Short", "800": "Long" } as const;

/** How this person likes the application; every control acts at once. */
export function SettingsBox() {
  const isOpen = useOverlay(({ overlay }) => overlay === "settings");
  const settings = useSettings();
  return (
    <Dialog title="Settings" width="narrow" isOpen={isOpen} onClose={closeOverlay}>
      <div className="settings stack gap-3 at-start">
        <Choice label="Theme" options={THEMES} value={settings.theme} onChange={chooseTheme} />
        <SettingSwitch name="isComfortable" label="Larger table rows" />
        <SettingSwitch name="wheelZooms" label="Zoom with the wheel (otherwise Ctrl+wheel)" />
        <SettingSwitch name="showsTooltips" label="Tooltips on the map" />
        <Choice
          label="Delay of tooltips"
          options={DELAYS}
          value={String(settings.tooltipDelay) as keyof typeof DELAYS}
          onChange={(delay) => changeSettings({ tooltipDelay: Number(delay) })}
        />
        <Button
          tone="quiet"
          size="small"
          onPress={() => changeSettings({ ...DEFAULT_SETTINGS, recentTerms: settings.recentTerms })}
        >
          Reset the settings
        </Button>
      </div>
    </Dialog>
  );
}

interface SettingSwitchProps {
  readonly name: "isComfortable" | "wheelZooms" | "showsTooltips";
  readonly label: string;
}

function SettingSwitch({ name, label }: SettingSwitchProps) {
  const isOn = useSettings((settings) => settings[name]);
  return <Switch label={label} isOn={isOn} onChange={(next) => changeSettings({ [name]: next })} />;
}
