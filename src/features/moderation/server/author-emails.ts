import type { ClaimAction } from '#features/claims/rules.ts'
import type { CaseSubject, DecidedContent } from '#platform/reportable.ts'
import type { ExampleAction } from '../rules.ts'

type Site = { siteName: string; origin: () => string }
type Email = { subject: string; text: string }
type PromptDetails = { title: string; slug: string }

/** Content in an email about a decision. `removal` is how moderators hide its kind. */
type Content = Pick<CaseSubject<unknown>, 'noun' | 'removal'> & Omit<DecidedContent, 'promptId' | 'collectionId'>

/** Returns the email about content that a moderator removed or took down, with the reason and what its author can do. */
export function removedEmail(
  { siteName, origin }: Site,
  username: string,
  { noun, removal = 'removed', what, hidden: { path, hint = '', isCorrectable } }: Content,
  reason: string,
): Email {
  const [done, from] = removal === 'removed' ? ['removed', 'removed from'] : ['took down', 'taken down on']
  return {
    subject: `Your ${noun} was ${from} ${siteName}`,
    text: `Hello ${username},

A moderator of ${siteName} ${done} ${what}

Reason: ${reason}

Only you and the moderators can see it now${hint}:

${origin()}${path}

If you ${isCorrectable ? 'have corrected it, or ' : ''}think this is a mistake, write to us: ${origin()}/contact
`,
  }
}

/** Returns the email about content that a moderator restored. */
export function restoredEmail(
  { siteName, origin }: Site,
  username: string,
  { noun, what, restored: { path, hint } }: Content,
): Email {
  return {
    subject: `Your ${noun} is back on ${siteName}`,
    text: `Hello ${username},

A moderator of ${siteName} restored ${what}

${hint ? `${hint}\n\n` : ''}${origin()}${path}
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
