import { type TaskKind, taskKinds } from '#features/models/task-kind-rules.ts'

/** What stands in the generator's form. Empty is not said; `model` empty is the cheapest that answers. */
export type WishDraft = {
  idea: string
  kind: TaskKind | ''
  tone: string
  audience: string
  language: string
  model: string
}

export const emptyDraft: WishDraft = { idea: '', kind: '', tone: '', audience: '', language: '', model: '' }

/** In this tab only: it survives a reload and a sign-in; a sign-out forgets it. */
const storageKey = 'generator_draft'

/** The draft of this tab. Storage may hold anything: what doesn't fit counts as not said. */
export function readDraft(): WishDraft {
  try {
    const said = Object(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')) as Record<string, unknown>
    const text = (name: keyof WishDraft) => (typeof said[name] === 'string' ? said[name] : '')
    return {
      idea: text('idea'),
      kind: taskKinds.find((kind) => kind === said.kind) ?? '',
      tone: text('tone'),
      audience: text('audience'),
      language: text('language'),
      model: text('model'),
    }
  } catch {
    return emptyDraft
  }
}

/** Keeps the draft. */
export function keepDraft(draft: WishDraft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft))
  } catch {
    // Storage is full or closed to us: the form works without.
  }
}
