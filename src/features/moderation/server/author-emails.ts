import type { PromptStatus } from '#features/catalogue/rules.ts'
import type { ClaimAction } from '#features/claims/rules.ts'
import type { ExampleAction } from '../rules.ts'

type Site = { siteName: string; origin: () => string }
type Email = { subject: string; text: string }
type PromptDetails = { title: string; slug: string }

/** Returns the email about a removed prompt, with the reason and what its author can do. */
export function removedEmail(
  { siteName, origin }: Site,
  username: string,
  { title, status }: PromptDetails & { status: PromptStatus },
  reason: string,
): Email {
  const isDeleted = status === 'deleted'
  const nextStep = isDeleted
    ? 'You had deleted it, and you can no longer restore it. It is still listed under My Prompts'
    : 'Nothing is lost: you can read, edit and copy it under My Prompts'
  return {
    subject: `Your prompt was removed from ${siteName}`,
    text: `Hello ${username},

A moderator of ${siteName} removed your prompt:

“${title}”

Reason: ${reason}

Only you and the moderators can see it now. ${nextStep}:

${origin()}/my-prompts?status=${status}

If you ${isDeleted ? '' : 'have corrected it, or '}think this is a mistake, write to us: ${origin()}/contact
`,
  }
}

/** Returns the email about a restored prompt. */
export function restoredEmail({ siteName, origin }: Site, username: string, { title, slug }: PromptDetails): Email {
  return {
    subject: `Your prompt is back on ${siteName}`,
    text: `Hello ${username},

A moderator of ${siteName} restored your prompt:

“${title}”

Everyone can see it again, with its votes and saves:

${origin()}/prompt/${slug}
`,
  }
}

/** Returns the email about a pending prompt that was approved. */
export function approvedEmail({ siteName, origin }: Site, username: string, { title, slug }: PromptDetails): Email {
  return {
    subject: `Your prompt is published on ${siteName}`,
    text: `Hello ${username},

A moderator of ${siteName} reviewed your prompt and published it:

“${title}”

Everyone can see it now:

${origin()}/prompt/${slug}
`,
  }
}

/** A comparison in an email. `title` is its prompt's title, or null if it has no prompt that everybody may read. */
type ComparisonDetails = { title: string | null; id: string }

function promptClause({ title }: ComparisonDetails): string {
  return title === null ? '' : ` of this prompt:\n\n“${title}”`
}

/** Returns the email about a comparison that was taken down, with the reason. */
export function comparisonRemovedEmail(
  { siteName, origin }: Site,
  username: string,
  comparison: ComparisonDetails,
  reason: string,
): Email {
  return {
    subject: `Your comparison was taken down on ${siteName}`,
    text: `Hello ${username},

A moderator of ${siteName} took down your comparison${promptClause(comparison) || '.'}

Reason: ${reason}

Only you and the moderators can see it now:

${origin()}/compare/${comparison.id}

If you think this is a mistake, write to us: ${origin()}/contact
`,
  }
}

/** Returns the email about a comparison that was restored. */
export function comparisonRestoredEmail(
  { siteName, origin }: Site,
  username: string,
  comparison: ComparisonDetails,
): Email {
  return {
    subject: `Your comparison is back on ${siteName}`,
    text: `Hello ${username},

A moderator of ${siteName} restored your comparison${promptClause(comparison) || '.'}

${origin()}/compare/${comparison.id}
`,
  }
}

type ChangeRequestDetails = { id: string; title: string | null }

/**
 * Returns the email about a removed suggested edit, with the reason. `title` is the title of its prompt, or null if the
 * prompt isn't public.
 */
export function changeRequestRemovedEmail(
  { siteName, origin }: Site,
  username: string,
  { id, title }: ChangeRequestDetails,
  reason: string,
): Email {
  return {
    subject: `Your suggested edit was removed from ${siteName}`,
    text: `Hello ${username},

A moderator of ${siteName} removed an edit that you suggested${title === null ? '.' : `:\n\n“${title}”`}

Reason: ${reason}

Only you and the moderators can see it now:

${origin()}/suggested-edit/${id}

If you think this is a mistake, write to us: ${origin()}/contact
`,
  }
}

/** Returns the email about a suggested edit that was restored. */
export function changeRequestRestoredEmail(
  { siteName, origin }: Site,
  username: string,
  { id, title }: ChangeRequestDetails,
): Email {
  return {
    subject: `Your suggested edit is back on ${siteName}`,
    text: `Hello ${username},

A moderator of ${siteName} restored an edit that you suggested${title === null ? '.' : `:\n\n“${title}”`}

${origin()}/suggested-edit/${id}
`,
  }
}

/** Returns the email about a removed collection, with the reason. */
export function collectionRemovedEmail(
  { siteName, origin }: Site,
  username: string,
  { title }: { title: string },
  reason: string,
): Email {
  return {
    subject: `Your collection was removed from ${siteName}`,
    text: `Hello ${username},

A moderator of ${siteName} removed your collection:

“${title}”

Reason: ${reason}

Only you and the moderators can see it now, under My Collections:

${origin()}/my-collections

If you have corrected it, or think this is a mistake, write to us: ${origin()}/contact
`,
  }
}

/** Returns the email about a restored collection. */
export function collectionRestoredEmail(
  { siteName, origin }: Site,
  username: string,
  { title }: { title: string },
): Email {
  return {
    subject: `Your collection is back on ${siteName}`,
    text: `Hello ${username},

A moderator of ${siteName} restored your collection:

“${title}”

${origin()}/my-collections
`,
  }
}

const claimTexts: Record<ClaimAction, { subject: string; message: string }> = {
  approve: {
    subject: 'Your prompts are linked to your account',
    message: 'approved your claim. Prompts credited to this name are now linked to your account:',
  },
  decline: {
    subject: 'Your claim was declined',
    message: 'declined your claim. If you can show that the name is yours, claim it again with more detail:',
  },
  revoke: {
    subject: 'A name is no longer yours',
    message: 'ended your claim. Prompts credited to this name are no longer linked to your account:',
  },
}

/** Returns the email about the decision on a member's claim to a credited name. */
export function claimEmail({ siteName, origin }: Site, username: string, name: string, action: ClaimAction): Email {
  const { subject, message } = claimTexts[action]
  return {
    subject: `${subject} on ${siteName}`,
    text: `Hello ${username},

You claimed the name “${name}”. A moderator of ${siteName} ${message}

${origin()}/author/${encodeURIComponent(name)}

If you think this is a mistake, write to us: ${origin()}/contact
`,
  }
}

/** A moderator's decision that changed an example. Only a removal has a reason. */
type ExampleChange = { action: Exclude<ExampleAction, 'dismiss'>; removedReason?: string }

const exampleTexts: Record<ExampleChange['action'], { subject: string; message: string }> = {
  approve: { subject: 'Your example is published', message: 'published your example' },
  remove: { subject: 'Your example was removed', message: 'removed your example' },
  restore: { subject: 'Your example is back', message: 'restored your example' },
}

/** Returns the email about a decision that changed an example. `prompt` is null if not everybody may read it. */
export function exampleEmail(
  { siteName, origin }: Site,
  username: string,
  prompt: PromptDetails | null,
  { action, removedReason }: ExampleChange,
): Email {
  const { subject, message } = exampleTexts[action]
  const clause = prompt === null ? '.' : ` of this prompt:\n\n“${prompt.title}”`
  const reason = removedReason === undefined ? '' : `Reason: ${removedReason}\n\n`
  const link = prompt === null ? '' : `${origin()}/prompt/${prompt.slug}\n\n`
  return {
    subject: `${subject} on ${siteName}`,
    text: `Hello ${username},

A moderator of ${siteName} ${message}${clause}

${reason}${link}If you think this is a mistake, write to us: ${origin()}/contact
`,
  }
}
