import { ArrowDown, ArrowUp, Columns3 } from "lucide-react";
import { movedColumn } from "../../model/tables/table-layout.ts";
import { Button, IconButton } from "../controls/button.tsx";
import { Switch } from "../controls/choice.tsx";
import { BoxTrigger, FloatBox } from "../controls/opener.tsx";
import { ordered, useTableLayout } from "./table-layout.ts";
import type { Column } from "./virtual-table.tsx";

interface ColumnMenuProps<Row> {
  /** The table's name. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
}

/** Which columns of a named table are shown, and in which order. */
export function ColumnMenu<Row>({ name: table, columns }: ColumnMenuProps<Row>) {
  const { layout, change, reset } = useTableLayout(table, columns);
  const listed = ordered(columns, layout.order);
  const ids = listed.map(({ id }) => id);
  const toggle = (id: string, isShown: boolean) =>
    change({
      hidden: isShown ? layout.hidden.filter((each) => each !== id) : [...layout.hidden, id],
    });
  return (
    <BoxTrigger>
      <IconButton icon={Columns3} isSmall label="Columns" />
      <FloatBox label="Columns" className="column-menu stack at-start" placement="bottom end">
        <ul className="across">
          {listed.map(({ id, title, hint, isFixed }, index) => {
            const name = hint ?? title;
            return (
              <li className="row gap-half" key={id}>
                <Switch
                  label={name}
                  isOn={isFixed === true || !layout.hidden.includes(id)}
                  isDisabled={isFixed === true}
                  onChange={(isShown) => toggle(id, isShown)}
                />
                <IconButton
                  icon={ArrowUp}
                  isSmall
                  label={`Move ${name} to the left`}
                  isDisabled={index === 0}
                  onPress={() => change({ order: movedColumn(ids, id, -1) })}
                />
                <IconButton
                  icon={ArrowDown}
                  isSmall
                  label={`Move ${name} to the right`}
                  isDisabled={index === listed.length - 1}
                  onPress={() => change({ order: movedColumn(ids, id, 1) })}
                />
              </li>
            );
          })}
        </ul>
        <Button size="small" tone="quiet" onPress={reset}>
          Default columns
        </Button>
      </FloatBox>
    </BoxTrigger>
  );
}
