import "@fontsource-variable/inter/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/primitives.css";
import { createRoot } from "react-dom/client";
import { followReconnection } from "./api/query-client.ts";
import { App } from "./app/app.tsx";
import { insertAtOnce } from "./app/insert-at-once.ts";
import { followLeftOut } from "./app/left-out.ts";
import { loadRest } from "./app/on-demand.ts";
import { followSavedView } from "./app/saved-view.ts";
import { viewOf } from "./app/views.ts";
import { startAskingAhead } from "./state/evaluate-subject.ts";
import { followHand } from "./state/gestures.ts";
import { useNavigation } from "./state/navigation.ts";
import { askBeforeLoss, closeSaving, startSaving } from "./state/saving.ts";
import { startTheme } from "./state/theme.ts";

startTheme();
followHand();
followSavedView();
followLeftOut();
followReconnection();
startAskingAhead();
void startSaving();
document.addEventListener("beforeinput", insertAtOnce);
window.addEventListener("pagehide", closeSaving);
window.addEventListener("beforeunload", askBeforeLoss);

/** Longer than a font from the own host takes; without it the page is as usable, in another face. */
const FONT_MS = 300;

/** Words that stand before their font has come move what a person may be about to press once it has. */
async function fontReady(): Promise<void> {
  const late = new Promise((done) => setTimeout(done, FONT_MS));
  await Promise.race([document.fonts.load("1em 'Inter Variable'").catch(() => {}), late]);
}

async function show(): Promise<void> {
  const root = document.getElementById("root");
  await Promise.all([fontReady(), viewOf(useNavigation.getState().view).parts.load()]);
  if (root) createRoot(root).render(<App />);
  requestIdleCallback(() => void loadRest().then(sayWhole), { timeout: REST_MS });
}

/** No later than this the rest is loaded, however busy the page is: a view that is opened must not be waited for. */
const REST_MS = 300;

/** What waits for the whole page, as a test that types at once does, sees it here. */
const sayWhole = () => document.documentElement.setAttribute("data-whole", "");

void show();
