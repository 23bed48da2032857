import "@fontsource-variable/inter/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { createRoot } from "react-dom/client";
import { followReconnection } from "./api/reconnect.ts";
import { App } from "./app/app.tsx";
import { startAskingAhead } from "./state/ask-ahead.ts";
import { closeJournal, startJournal } from "./state/journal.ts";
import { followLooking } from "./state/looking.ts";
import { startTheme } from "./state/theme.ts";

startTheme();
followLooking();
followReconnection();
startAskingAhead();
void startJournal();
window.addEventListener("pagehide", closeJournal);

const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
