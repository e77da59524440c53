import { t } from '#lib/texts.ts'
import type { PromptStatus } from './rules.ts'

/** The statuses that a request can ask for. Other endpoints remove, delete and restore prompts. */
export const requestableStatuses = ['published', 'shared', 'draft'] as const
export type RequestedStatus = (typeof requestableStatuses)[number]

/**
 * The role of a member who changes a prompt. A moderator who wrote the prompt counts as its author, and so does every
 * writer of the group that it belongs to.
 */
export type Writer = 'author' | 'moderator'

type Refusal = { refusal: string }

const authorOnlyRefusal = {
  get refusal() {
    return t('Only its author or its group may publish or withdraw this prompt.')
  },
}
const removedRefusal = {
  get refusal() {
    return t('A moderator removed this prompt. You can correct it, and ask the moderators to publish it again.')
  },
}
const deletedRefusal = {
  get refusal() {
    return t('This prompt is deleted. Restore it first.')
  },
}

/** The result of every transition, by current status, writer and requested status. */
const transitions: Record<PromptStatus, Record<Writer, Record<RequestedStatus, PromptStatus | Refusal>>> = {
  draft: {
    author: { draft: 'draft', shared: 'shared', published: 'published' },
    moderator: { draft: 'draft', shared: authorOnlyRefusal, published: authorOnlyRefusal },
  },
  shared: {
    author: { draft: 'draft', shared: 'shared', published: 'published' },
    moderator: { draft: authorOnlyRefusal, shared: authorOnlyRefusal, published: authorOnlyRefusal },
  },
  pending: {
    author: { draft: 'draft', shared: 'shared', published: 'pending' },
    moderator: { draft: authorOnlyRefusal, shared: authorOnlyRefusal, published: 'published' },
  },
  published: {
    author: { draft: 'draft', shared: 'shared', published: 'published' },
    moderator: { draft: authorOnlyRefusal, shared: authorOnlyRefusal, published: 'published' },
  },
  removed: {
    author: { draft: removedRefusal, shared: removedRefusal, published: removedRefusal },
    moderator: { draft: authorOnlyRefusal, shared: authorOnlyRefusal, published: 'published' },
  },
  deleted: {
    author: { draft: deletedRefusal, shared: deletedRefusal, published: deletedRefusal },
    moderator: { draft: deletedRefusal, shared: deletedRefusal, published: deletedRefusal },
  },
}

/**
 * Returns the status after a write: the requested one, or the current one if none is requested. If an author's text
 * must be approved first (with `mustWait`, or because the prompt is pending), `pending` replaces `published`. Returns a
 * refusal if the writer may not request the status.
 */
export function statusAfter(
  current: PromptStatus,
  writer: Writer,
  requested: RequestedStatus | undefined,
  mustWait: boolean,
): PromptStatus | Refusal {
  const next = requested === undefined ? current : transitions[current][writer][requested]
  return next === 'published' && mustWait && writer === 'author' ? 'pending' : next
}

/** For how many days a deleted prompt can be restored. */
export const restorableDays = 30
