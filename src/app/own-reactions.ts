import type { AnyRouter } from '@tanstack/react-router'
import { ApiError } from '#client/api-error.ts'
import type { ReactionStore, ReactionStoreTools } from '#client/reaction-store.ts'
import { goToSignIn } from '#features/accounts/web/go-to-sign-in.ts'
import { takePendingAction } from '#features/accounts/web/pending-action.ts'
import { refreshUser } from '#features/accounts/web/session-lifecycle.ts'
import { onSessionChange, readSession } from '#features/accounts/web/session-store.ts'
import { createOwnFavorites } from '#features/favorites/web/own-favorites.ts'
import { createOwnFollows } from '#features/following/web/own-follows.ts'
import { createOwnVotes } from '#features/votes/web/own-votes.ts'
import { t } from '#lib/texts.ts'
import { currentNotice, notify } from '#ui/notice.tsx'
import { forgetReactions, setReactionHandlers, unknownReactionIds } from '#ui/reactions.ts'
import { isPlace, placeOf, returnToPlace } from './pressed-place.ts'

/** How many ids a request may contain. */
const idsMax = 100

type App = { router: AnyRouter } & Pick<ReactionStoreTools, 'api' | 'queryClient'>
export type OwnReactions = {
  /** Responds to a press of a button. `value`: the button's value, such as 1 for an up vote. */
  press: (kind: string, id: string, value: number, button?: HTMLElement) => Promise<void>
}

/**
 * Keeps the reader's votes, favorites and follows up to date while the app runs: reads the reactions to the items on
 * the page, stores a reaction when its button is pressed, and adopts changes from other tabs. A visitor who presses
 * a button has to sign in first. A member with groups also gets their prompts in the lists that the server rendered.
 */
export function startOwnReactions({ router, api, queryClient }: App): OwnReactions {
  const tools = { api, queryClient, onStored, onRefused }
  const stores: ReactionStore[] = [createOwnVotes(tools), createOwnFavorites(tools), createOwnFollows(tools)]
  const storeOf = (kind: string) => stores.find((store) => store.kind === kind)
  /** The reaction that a visitor chose before they signed in, until the server has stored it. */
  let pending: { kind: string; id: string } | undefined
  let readerId: string | undefined
  let isLoading = false
  /** Ends when the lists on the page have what is shared with the member's groups. */
  let groupLists: Promise<void> | undefined

  function onStored({ kind, id }: { kind: string; id: string }) {
    const done = storeOf(kind)?.texts.done
    if (!done || pending?.kind !== kind || pending.id !== id) return
    pending = undefined
    // If the notice about the login is still shown, the text is added to it.
    const notice = currentNotice()
    notify(notice && !notice.isFailure ? { ...notice, text: `${notice.text ?? ''} ${done}.` } : { title: done })
  }

  function onRefused(error: unknown, { kind, id, value }: { kind: string; id: string; value: number }) {
    if (error instanceof ApiError && error.code === 'authentication_required') void askToSignIn(kind, id, value)
    else notify({ title: t('Not saved'), text: error instanceof Error ? error.message : undefined, isFailure: true })
  }

  async function askToSignIn(kind: string, id: string, value: number, button?: HTMLElement) {
    const texts = storeOf(kind)?.texts
    if (!texts) return
    const data = { id, value, place: placeOf(button) }
    await goToSignIn(router, { kind, data, purpose: texts.purpose, nextStep: texts.nextStep })
  }

  /**
   * Reads the unknown reactions of buttons that appear at the same time, with one request for every `idsMax` ids of a
   * kind. Lists that are being requested again show other items soon: their answers are waited for.
   */
  function loadUnknown() {
    if (isLoading || readSession().state !== 'signedIn') return
    isLoading = true
    void Promise.allSettled([groupLists]).then(() =>
      setTimeout(async () => {
        await Promise.allSettled(stores.map(readUnknown))
        isLoading = false
      }),
    )
  }

  async function readUnknown(store: ReactionStore) {
    for (let ids = unknownReactionIds(store.kind); ids.length > 0; ids = unknownReactionIds(store.kind)) {
      await store.read(ids.slice(0, idsMax))
    }
  }

  function handleSession() {
    const { user } = readSession()
    if (user?.id !== readerId) {
      forgetReactions()
      groupLists = user?.hasGroups ? loadGroupLists(queryClient) : undefined
    }
    readerId = user?.id
    if (!user) return
    for (const store of stores) {
      const reaction = takePendingAction(store.kind, isReaction)
      if (!isReaction(reaction)) continue
      pending = { kind: store.kind, id: reaction.id }
      store.set(reaction.id, reaction.value)
      if (isPlace(reaction.place)) returnToPlace(router, reaction.place)
    }
    loadUnknown()
  }

  setReactionHandlers({ onShown: loadUnknown })
  onSessionChange(handleSession)
  window.addEventListener('storage', ({ key, newValue }) => {
    for (const { hintPrefix, tallyPrefix, adopt, onRead } of stores) {
      if (key?.startsWith(hintPrefix)) adopt(key.slice(hintPrefix.length), newValue)
      if (tallyPrefix && key?.startsWith(tallyPrefix)) onRead?.(key.slice(tallyPrefix.length))
    }
  })
  handleSession()

  return {
    async press(kind, id, value, button) {
      const store = storeOf(kind)
      if (!store) return
      if (readSession().state === 'loading') await refreshUser()
      if (readSession().state === 'signedIn') {
        const next = store.valueAfterPress(id, value)
        store.set(id, next)
        // An icon alone says little, and a touch screen shows no tooltip.
        const notice = store.texts.pressed?.[next === 0 ? 'off' : 'on']
        if (notice && button?.textContent === '' && matchMedia('(hover: none)').matches) notify(notice)
      } else await askToSignIn(kind, id, value, button)
    },
  }
}

/** Adds to the lists on the page what is shared with the member's groups. Only members with groups need the code. */
async function loadGroupLists(queryClient: App['queryClient']): Promise<void> {
  const { refetchGroupLists } = await import('./refetch-group-lists.ts')
  await refetchGroupLists(queryClient)
}

function isReaction(data: unknown): data is { id: string; value: number; place?: unknown } {
  const { id, value } = Object(data)
  return typeof id === 'string' && typeof value === 'number'
}
