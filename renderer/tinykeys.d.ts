/** The package's own declarations are not reachable through its exports. */
declare module "tinykeys" {
  export function createKeybindingsHandler(
    bindings: Readonly<Record<string, (event: KeyboardEvent) => void>>,
  ): (event: KeyboardEvent) => void;
}
