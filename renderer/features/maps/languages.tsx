import { useQuery } from "@tanstack/react-query";
import { languagesQuery } from "../../api/map-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { plainLanguageName } from "../../model/language-name.ts";
import { useRetina } from "../../state/retina.ts";
import { changeSettings, useSettings } from "../../state/settings.ts";

/** The languages a person uses beside English, chosen once for all rooms. */
export function Languages() {
  const retina = useRetina()?.name ?? "";
  const { data } = useQuery({ ...languagesQuery(retina), enabled: retina !== "" });
  const chosen = useSettings(({ languages }) => languages);
  if (data === undefined || data.size === 0) return null;
  const choose = (code: string, isOn: boolean) =>
    changeSettings({
      languages: isOn ? [...chosen, code] : chosen.filter((each) => each !== code),
    });
  const codes = [...data].sort((a, b) => plainLanguageName(a).localeCompare(plainLanguageName(b)));
  const system = systemLanguages().find((code) => data.has(code) && !chosen.includes(code));
  return (
    <section className="stack gap-2" aria-label="Languages">
      <h3>Languages</h3>
      <p className="muted">
        Words of these are offered where a word is typed in Explore, and found beside English ones.
      </p>
      {system !== undefined && (
        <Button size="small" onPress={() => choose(system, true)}>
          Add {plainLanguageName(system)}, the language of your system
        </Button>
      )}
      <fieldset className="choice">
        <legend className="visually-hidden">Languages that you use</legend>
        <div className="choice-options row gap-half wrap">
          {codes.map((code) => (
            <label key={code} className="choice-option">
              <input
                type="checkbox"
                checked={chosen.includes(code)}
                onChange={({ currentTarget }) => choose(code, currentTarget.checked)}
              />
              <span>{plainLanguageName(code)}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </section>
  );
}

/** Codes of the languages that the system is set to, the first preferred. */
const systemLanguages = (): string[] =>
  navigator.languages.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
