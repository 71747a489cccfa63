import type { Agent } from 'undici';

export interface LazyAgent {
  get(): Promise<Agent>;
  destroy(): Promise<void>;
}

/** undici is loaded with the first request: it takes a tenth of a second, and most commands never fetch anything. */
export function createLazyAgent(options: Agent.Options): LazyAgent {
  let agent: Promise<Agent> | undefined;
  return {
    get: () => {
      agent ??= import('undici').then((undici) => new undici.Agent(options));
      return agent;
    },
    destroy: async () => (await agent)?.destroy(),
  };
}
