import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { ButtonContext, type ButtonProps, type PopoverProps } from "react-aria-components";
import { onDemand, WithCode } from "../on-demand.ts";

/** What is opened beside a button: whose it is, and how it closes. */
export interface Opened {
  readonly id: string;
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly close: () => void;
}

const OpenedContext = createContext<Opened | null>(null);

const floats = onDemand("what floats", () => import("./floats.tsx"));

interface TriggerProps {
  /** For whoever opens it from elsewhere, too. */
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  /** The button, and beside it what it opens. */
  readonly children: ReactNode;
}

/** A button with an `ActionMenu` beside it. */
export const MenuTrigger = (props: TriggerProps) => <Trigger opens="menu" {...props} />;

/** A button with a `FloatBox` beside it. */
export const BoxTrigger = (props: TriggerProps) => <Trigger opens="dialog" {...props} />;

/** Does for the button what react-aria's triggers do, without the code of what they open. */
function Trigger({
  opens,
  isOpen: asked,
  onOpenChange,
  children,
}: TriggerProps & { readonly opens: "menu" | "dialog" }) {
  const [own, setOwn] = useState(false);
  const isOpen = asked ?? own;
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const change = useRef(onOpenChange);
  change.current = onOpenChange;
  const methods = useMemo(() => {
    const to = (next: boolean) => {
      setOwn(next);
      change.current?.(next);
    };
    return { open: () => to(true), close: () => to(false) };
  }, []);
  const opened = useMemo(
    () => (isOpen ? { id, trigger, close: methods.close } : null),
    [isOpen, id, methods],
  );
  const button = useMemo(
    () => ({ ref: trigger, ...buttonProps(opens, methods.open), ...ariaProps(opens, isOpen, id) }),
    [opens, isOpen, id, methods],
  );
  return (
    <ButtonContext value={button}>
      <OpenedContext value={opened}>{children}</OpenedContext>
    </ButtonContext>
  );
}

const ariaProps = (opens: "menu" | "dialog", isOpen: boolean, id: string) => ({
  "aria-haspopup": opens,
  "aria-expanded": isOpen,
  ...(isOpen ? { "aria-controls": id } : {}),
});

/** A menu opens as the mouse goes down, so that the same press can go on to an entry; else with the whole press. */
function buttonProps(opens: "menu" | "dialog", open: () => void): ButtonProps {
  if (opens === "dialog") return { onPress: open };
  // The button has the focus before the menu takes it: it goes back to where it was.
  const openFrom = ({ target }: { readonly target: Element }) => {
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    open();
  };
  return {
    preventFocusOnPress: true,
    onPressStart: (event) => {
      if (event.pointerType === "mouse") openFrom(event);
    },
    onPress: (event) => {
      if (event.pointerType !== "mouse") openFrom(event);
    },
    onKeyDown: (event) => {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        open();
      } else event.continuePropagation();
    },
  };
}

type Floats = typeof import("./floats.tsx");

/** What is shown while its button has it open. */
export function WhileOpen({
  children,
}: {
  readonly children: (code: Floats, opened: Opened) => ReactNode;
}) {
  const opened = useContext(OpenedContext);
  return opened && <WithCode code={floats}>{(code) => children(code, opened)}</WithCode>;
}

export interface FloatBoxProps {
  readonly label: string;
  /** Of its content. */
  readonly className: string;
  readonly placement: NonNullable<PopoverProps["placement"]>;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A box that floats beside its button, in a `BoxTrigger`. */
export const FloatBox = (props: FloatBoxProps) => (
  <WhileOpen>{({ Box }, opened) => <Box {...props} opened={opened} />}</WhileOpen>
);
