import type { AnyRouter } from '@tanstack/react-router'
import { goToSignIn } from '#features/accounts/web/go-to-sign-in.ts'
import { takePendingAct } from '#features/accounts/web/pending-act.ts'
import { refreshUser } from '#features/accounts/web/session-lifecycle.ts'
import { onSessionChange, readSession } from '#features/accounts/web/session-store.ts'
import { createOwnFavorites } from '#features/favorites/web/own-favorites.ts'
import { createOwnVotes } from '#features/votes/web/own-votes.ts'
import { forgetMarks, keepMarks, setMarks, unknownMarks } from '#ui/marks.ts'
import { notify } from '#ui/notice.tsx'
import { ApiError } from './api-error.ts'
import type { KeeperTools, MarkKeeper } from './mark-keeper.ts'

/** The API answers about so many ids at once; a page shows fewer. */
const askedMax = 100

type App = { router: AnyRouter } & Pick<KeeperTools, 'api' | 'queryClient'>
export type OwnMarks = { press: (kind: string, id: string, value: number) => Promise<void> }

/**
 * Keeps what the reader has voted and saved while the app runs: asks about what is shown, once for all of it, stores
 * what is pressed, hears what other tabs do. Who is not signed in is led to the sign-in, and the act then happens.
 */
export function startOwnMarks({ router, api, queryClient }: App): OwnMarks {
  const tools = { api, queryClient, refused }
  const keepers: MarkKeeper[] = [createOwnVotes(tools), createOwnFavorites(tools)]
  const keeperOf = (kind: string) => keepers.find((keeper) => keeper.kind === kind)
  let reader: string | undefined
  let looking = false

  function refused(error: unknown, { kind, id, value }: { kind: string; id: string; value: number }) {
    if (error instanceof ApiError && error.code === 'authentication_required') signIn(kind, id, value)
    else notify({ title: 'Not stored', text: error instanceof Error ? error.message : undefined, failed: true })
  }

  const signIn = (kind: string, id: string, value: number) => goToSignIn(router, { kind, data: { id, value } })

  /** Keys that come onto the page together are asked about together. */
  function look() {
    if (looking || readSession().state !== 'in') return
    looking = true
    setTimeout(async () => {
      await Promise.allSettled(keepers.map(ask))
      looking = false
    })
  }

  async function ask(keeper: MarkKeeper) {
    for (let ids = unknownMarks(keeper.kind); ids.length > 0; ids = unknownMarks(keeper.kind)) {
      await keeper.read(ids.slice(0, askedMax))
    }
  }

  function follow() {
    const { user } = readSession()
    if (user?.id !== reader) forgetMarks()
    reader = user?.id
    if (!user) return
    for (const keeper of keepers) {
      const act = takePendingAct(keeper.kind, isAct)
      if (isAct(act)) keeper.say(act.id, act.value)
    }
    look()
  }

  keepMarks({ onShown: look })
  onSessionChange(follow)
  window.addEventListener('storage', ({ key, newValue }) => {
    const keeper = keepers.find(({ hintPrefix }) => key?.startsWith(hintPrefix))
    if (keeper && key) setMarks(keeper.kind, [[key.slice(keeper.hintPrefix.length), keeper.markOfHint(newValue)]])
  })
  follow()

  return {
    async press(kind, id, value) {
      const keeper = keeperOf(kind)
      if (!keeper) return
      if (readSession().state === 'loading') await refreshUser()
      if (readSession().state === 'in') keeper.say(id, keeper.wishOf(id, value))
      else await signIn(kind, id, value)
    },
  }
}

function isAct(data: unknown): data is { id: string; value: number } {
  const { id, value } = Object(data)
  return typeof id === 'string' && typeof value === 'number'
}
