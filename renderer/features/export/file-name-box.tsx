import { useId } from "react";
import { changeImage } from "./image-settings-store.ts";
import { NAME_PARTS, unknownParts } from "./model/image-name.ts";

/** The template that file names are made by. */
export function FileNameBox({ template }: { readonly template: string }) {
  const id = useId();
  const unknown = unknownParts(template);
  return (
    <div className="image-name columns gap-1-2">
      <label htmlFor={id} className="choice-label">
        File name
      </label>
      <input
        id={id}
        className="image-input"
        type="text"
        spellCheck={false}
        autoComplete="off"
        aria-describedby={`${id}-parts`}
        value={template}
        onChange={({ currentTarget }) => changeImage({ fileName: currentTarget.value })}
      />
      <p id={`${id}-parts`} className={unknown.length > 0 ? "warned" : "muted"}>
        {unknown.length > 0
          ? `${unknown.join(", ")} is not a placeholder and stays as it is.`
          : NAME_PARTS.map((part) => `{${part}}`).join(" ")}
      </p>
    </div>
  );
}
