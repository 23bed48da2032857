import { ObviousStore } from "./obvious-store.ts";
import { describeStore } from "./store-contract.ts";

describeStore(
  "the obvious store",
  async () => {
    const store = new ObviousStore();
    return {
      store,
      reopen: async () => store,
      async damage(name) {
        store.damage(name);
        return store;
      },
      close: () => store.close(),
    };
  },
  { runs: 5 },
);
