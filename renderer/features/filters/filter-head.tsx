import { Ellipsis, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Filter } from "../../../core/workspace/filters/filter-model.ts";
import { IconButton } from "../../components/controls/button.tsx";
import { ActionMenu, MenuTrigger } from "../../components/controls/menu.tsx";
import { typeInto, typingBoxOf } from "../../components/type-here.ts";
import { plural } from "../../model/format.ts";
import { runAction, useActions } from "../../state/actions.ts";
import { openFilter, renameFilter, useFilterDesk } from "../../state/filters/filter-state.ts";
import { filters } from "../../state/filters/filter-store.ts";

/** Which filter is open, its name, and what can be done with it as a whole. */
export function FilterHead({ filter }: { readonly filter: Filter | null }) {
  const all = filters.use();
  return (
    <>
      <header className="filter-head row gap-1">
        <h2>Filters</h2>
        {filter && all.length > 1 && (
          <label className="filter-choice grow">
            <span className="visually-hidden">Open filter</span>
            <select
              className="across"
              value={filter.id}
              onChange={({ currentTarget }) => openFilter(currentTarget.value)}
            >
              {all.map(({ id, name, examples }) => (
                <option key={id} value={id}>
                  {name} · {plural(examples.length, "example")}
                </option>
              ))}
            </select>
          </label>
        )}
        {filter && (
          <>
            <IconButton
              icon={Plus}
              label="New filter"
              keys="n"
              onPress={() => runAction("filters.new")}
            />
            <MenuTrigger>
              <IconButton icon={Ellipsis} label="More for filters" />
              <FilterMenu />
            </MenuTrigger>
          </>
        )}
      </header>
      {filter && <FilterNames key={filter.id} filter={filter} />}
    </>
  );
}

function FilterMenu() {
  const actions = useActions((state) => state.actions);
  const entry = (id: string) => {
    const action = actions.findLast((known) => known.id === id);
    return action
      ? [
          {
            id,
            label: action.title,
            disabledBecause: action.disabledBecause ?? null,
            run: () => runAction(id),
          },
        ]
      : [];
  };
  return (
    <ActionMenu
      label="Filters"
      groups={[
        { entries: entry("filters.card") },
        { entries: [...entry("filters.duplicate"), ...entry("filters.delete")] },
        {
          entries: [
            ...entry("filters.export"),
            ...entry("filters.export-all"),
            ...entry("filters.import"),
          ],
        },
      ]}
    />
  );
}

/** The name takes effect on leaving the box or with Enter. */
function FilterNames({ filter }: { readonly filter: Filter }) {
  const naming = useFilterDesk((desk) => desk.naming);
  return (
    <div className="filter-names">
      <CommitInput
        label="Name of the filter"
        value={filter.name}
        isAsked={naming === filter.id}
        onCommit={(name) => renameFilter(filter.id, name)}
      />
      {filter.use?.trim() && (
        <p className="muted filter-origin clip-2" dir="auto" title={filter.use}>
          {filter.use}
        </p>
      )}
      {filter.importedFrom && (
        <p className="muted filter-origin">
          Imported; made with {filter.importedFrom.name}. Its cells are computed again from the
          texts.
        </p>
      )}
    </div>
  );
}

interface CommitInputProps {
  readonly label: string;
  readonly value: string;
  /** It is what is typed next. */
  readonly isAsked?: boolean;
  readonly onCommit: (value: string) => void;
}

function CommitInput({ label, value, isAsked = false, onCommit }: CommitInputProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isAsked || !box.current) return;
    typeInto(box.current);
    useFilterDesk.setState({ naming: "" });
  }, [isAsked]);
  const commit = () => {
    if (typed.trim() !== value) onCommit(typed.trim());
    else setTyped(value);
  };
  return (
    <input
      ref={box}
      className="filter-input across"
      aria-label={label}
      dir="auto"
      maxLength={255}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Escape") setTyped(value);
        if (event.key !== "Enter") return;
        commit();
        // After its name a filter wants texts.
        const lens = event.currentTarget.closest(".lens");
        (lens && typingBoxOf(lens))?.focus();
      }}
    />
  );
}
