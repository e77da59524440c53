import type { Replicas } from '#platform/database/replicas.ts'
import { createLogPositions, type LogPositions } from './log-positions.ts'
import { openReplica, type ReplicaState } from './open-replica.ts'

export type OpenReplicas = Replicas & {
  /** Tells the primary's current position. Before the first call, no replica is used. */
  advance: LogPositions['advance']
  states(): ReplicaState[]
  close(): Promise<void>
}

/**
 * Opens the standbys of DATABASE_REPLICA_URLS. A read goes to the first, from the reader's turn on, that has replayed
 * what this reader needs; it never counts that another has.
 */
export function openReplicas(
  urls: string[],
  log: (message: string) => void,
  now: () => number = Date.now,
): OpenReplicas {
  const positions = createLogPositions(now)
  const replicas = urls.map((url) => openReplica(url, positions, log))
  return {
    async read({ needs, turn }, text, values) {
      const shown = positions.needed()
      if (shown === null) return null
      const needed = needs > shown ? needs : shown
      for (let index = 0; index < replicas.length; index++) {
        const result = await replicas[(turn + index) % replicas.length]?.read(needed, text, values)
        if (result) return result
      }
      return null
    },
    advance: positions.advance,
    states: () => replicas.map(({ state }) => state()),
    async close() {
      await Promise.all(replicas.map(({ close }) => close()))
    },
  }
}
