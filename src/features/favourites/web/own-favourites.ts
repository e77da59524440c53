import { changeShownPrompt } from '#features/catalogue/web/shown-prompt.ts'
import { markOf, setMarks } from '#ui/marks.ts'
import { writeHint } from '#web/hints.ts'
import { createLatestSender } from '#web/latest-sender.ts'
import type { MarkStore, MarkStoreTools } from '#web/mark-store.ts'

const kind = 'favourite'
/** Spec section 4 names these keys. */
const hintPrefix = 'favorite_'

/** What one has saved: shown at once, stored one after the other, taken back when it could not be. */
export function createOwnFavourites({ api, queryClient, refused }: MarkStoreTools): MarkStore {
  /** What the server said last; differs from the mark only while an act is on its way. */
  const confirmed = new Map<string, boolean>()
  /** Said while a reading was under way: its answer may be older than they are. */
  const saidSinceRead = new Set<string>()
  const isSaved = (id: string) => markOf(kind, id) === 1

  function mark(id: string, saved: boolean) {
    setMarks(kind, [[id, Number(saved)]])
    writeHint(hintPrefix, id, saved ? 'true' : null)
  }

  function move(id: string, saved: boolean) {
    const by = Number(saved) - Number(isSaved(id))
    changeShownPrompt(queryClient, id, (prompt) => ({ ...prompt, favorites: Math.max(0, prompt.favorites + by) }))
    mark(id, saved)
  }

  const send = createLatestSender<boolean>(async (id, saved) => {
    try {
      if (saved) await api('POST /api/favorites', { body: { promptId: id } })
      else await api('DELETE /api/favorites/{promptId}', { params: { promptId: id } })
      confirmed.set(id, saved)
    } catch (error) {
      if (isSaved(id) === saved) move(id, confirmed.get(id) ?? false)
      refused(error, { kind, id, value: Number(saved) })
    }
  })

  return {
    kind,
    hintPrefix,
    markOfHint: (hint) => Number(hint === 'true'),
    async read(ids) {
      saidSinceRead.clear()
      const { favorites } = await api('GET /api/favorites/state', { query: { promptIds: ids.join(',') } })
      for (const id of ids) {
        if (saidSinceRead.has(id)) continue
        confirmed.set(id, favorites[id] === true)
        mark(id, favorites[id] === true)
      }
    },
    valueAfterPress: (id) => Number(!isSaved(id)),
    say(id, value) {
      saidSinceRead.add(id)
      move(id, value === 1)
      send(id, value === 1)
    },
  }
}
