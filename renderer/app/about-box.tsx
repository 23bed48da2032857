import { useQuery } from "@tanstack/react-query";
import { aboutQuery, retinaCardsQuery } from "../api/map-queries.ts";
import { Dialog } from "../components/controls/dialog.tsx";
import { Failure, Loading } from "../components/controls/states.tsx";
import { formatBytes, formatCount, formatDuration, plural } from "../model/format.ts";
import { useRetina } from "../state/retina.ts";
import { closeOverlay, useOverlay } from "./overlays.ts";

/** Version, the retina in use, licences of what is built in, timing so far. */
export function AboutBox() {
  const isOpen = useOverlay(({ overlay }) => overlay === "about");
  return (
    <Dialog title="About Semascope" isOpen={isOpen} onClose={closeOverlay}>
      {isOpen && <AboutText />}
    </Dialog>
  );
}

function AboutText() {
  const about = useQuery(aboutQuery());
  if (about.isPending) return <Loading label="Asking the engine" />;
  if (about.isError) return <Failure error={about.error} onRetry={() => void about.refetch()} />;
  const { version, licence, node, platform, threads, licences, timing } = about.data;
  return (
    <div className="about stack gap-3 at-start">
      <p className="prose">
        Semascope {version} shows meaning as cells on a map. Cells close together have related
        meanings. It works offline; nothing you type leaves this computer.
      </p>
      <p className="muted">
        Licence {licence} · {platform} · Node {node} · {plural(threads, "thread")}
      </p>
      <p className="prose muted">
        The service implements the Retina API of Cortical.io; the idea is Semantic Folding
        (Francisco Webber, 2015), built on the sparse representations of Numenta. Semascope is an
        independent implementation and is not affiliated with them.
      </p>
      <ModelCard />
      <details>
        <summary>Licences of what is built in ({licences.length})</summary>
        <ul>
          {licences.map(({ name, version: each, licence: terms }) => (
            <li key={name}>
              {name} {each} <span className="muted">{terms}</span>
            </li>
          ))}
        </ul>
      </details>
      <details>
        <summary>Timings since the start</summary>
        <table className="table figures">
          <thead>
            <tr>
              <th scope="col">Call</th>
              <th scope="col">Times</th>
              <th scope="col">Median</th>
              <th scope="col">Worst</th>
            </tr>
          </thead>
          <tbody>
            {timing.map((row) => (
              <tr key={row.endpoint}>
                <th scope="row">{row.endpoint}</th>
                <td>{formatCount(row.calls)}</td>
                <td>{formatDuration(row.medianMilliseconds)}</td>
                <td>{formatDuration(row.worstMilliseconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}

function ModelCard() {
  const retina = useRetina();
  const cards = useQuery(retinaCardsQuery()).data ?? [];
  const card = cards.find(({ name }) => name === retina?.name);
  if (!card) return null;
  return (
    <section>
      <h3>{card.name}</h3>
      <p>{card.description}</p>
      <p className="muted figures">
        {formatCount(card.terms)} terms, {formatCount(card.phrases)} of them phrases ·{" "}
        {card.language} · {formatBytes(card.bytes)}
      </p>
      <p className="muted">
        From {card.corpus} · licence {card.licence}
      </p>
    </section>
  );
}
