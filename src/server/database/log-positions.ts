import type { Position } from '#platform/database/replicas.ts'

/** How old data from a replica may be, in ms. The time for which pages are cached is shortened by this. */
export const replicaLagMs = 5_000

/** What the primary's write-ahead log must have shown by now, whoever reads. */
export type LogPositions = ReturnType<typeof createLogPositions>

/** Remembers the primary's positions in its write-ahead log. */
export function createLogPositions(now: () => number) {
  /** When positions were reported: the newest that is at least `replicaLagMs` old, and all later ones. */
  let positions: { at: number; position: Position }[] = []
  /** The position after the last change of public content or, before any change, the first one. */
  let required: Position | null = null

  /** The position that the primary had `replicaLagMs` ago. Null if it isn't known yet. */
  function old(): Position | null {
    return (positions.findLast(({ at }) => at <= now() - replicaLagMs) ?? positions[0])?.position ?? null
  }

  return {
    old,
    /** The position that reads must include: the old one, and everything up to the last change of public content. */
    needed(): Position | null {
      const oldPosition = old()
      if (oldPosition === null || required === null) return null
      return oldPosition > required ? oldPosition : required
    },
    /**
     * Reports the primary's current position. `mustShow`: public content has changed, so from now on reads must include
     * everything up to this position.
     */
    advance(position: Position, mustShow: boolean) {
      const at = now()
      // After a failover to a server that was behind, the higher positions known from before may never be reached.
      positions = [...positions.filter((known) => known.position <= position), { at, position }]
      const firstNeeded = positions.findLastIndex((known) => known.at <= at - replicaLagMs)
      positions = positions.slice(Math.max(firstNeeded, 0))
      if (mustShow || required === null || required > position) required = position
    },
  }
}
