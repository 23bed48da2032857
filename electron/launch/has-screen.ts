/** Whether a window can be seen here. */
export const hasScreen = ({ platform, env }: Pick<NodeJS.Process, "platform" | "env">): boolean =>
  platform !== "linux" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
