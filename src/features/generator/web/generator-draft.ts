import { type TaskKind, taskKinds } from '#features/generator/rules.ts'

/** The values of the generator's form. An empty `model` stands for the cheapest available model. */
export type GeneratorDraft = {
  idea: string
  kind: TaskKind | ''
  tone: string
  audience: string
  language: string
  model: string
}

export const emptyDraft: GeneratorDraft = { idea: '', kind: '', tone: '', audience: '', language: '', model: '' }

/** The key in sessionStorage, where the draft survives a reload and a sign-in. It is deleted at sign-out. */
const storageKey = 'generator_draft'

/** Reads the draft of this tab. Stored values that are invalid count as empty. */
function readDraft(): GeneratorDraft {
  try {
    const saved = Object(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')) as Record<string, unknown>
    const text = (name: keyof GeneratorDraft) => (typeof saved[name] === 'string' ? saved[name] : '')
    return {
      idea: text('idea'),
      kind: taskKinds.find((kind) => kind === saved.kind) ?? '',
      tone: text('tone'),
      audience: text('audience'),
      language: text('language'),
      model: text('model'),
    }
  } catch {
    return emptyDraft
  }
}

/** A link can pass an idea to the generator in its fragment, which then begins with this. */
const linkStart = '#idea='

/**
 * Returns the draft of this tab. An idea in the address, as in links from a search that found little, replaces the
 * draft's idea.
 */
export function readDraftFromAddress(hash: string): GeneratorDraft {
  const draft = readDraft()
  if (!hash.startsWith(linkStart)) return draft
  try {
    return { ...draft, idea: decodeURIComponent(hash.slice(linkStart.length)) || draft.idea }
  } catch {
    return draft
  }
}

/** Removes the idea from the address. A reload then keeps what the member has typed since. */
export function removeIdeaFromAddress(): void {
  if (!location.hash.startsWith(linkStart)) return
  // The router overrides `history.replaceState`, and its version would load the page again.
  History.prototype.replaceState.call(history, history.state, '', location.pathname + location.search)
}

/** Saves the draft for this tab. */
export function saveDraft(draft: GeneratorDraft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft))
  } catch {
    // Storage is full or blocked. The form works without it.
  }
}
