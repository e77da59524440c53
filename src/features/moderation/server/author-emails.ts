import type { ClaimAction } from '#features/claims/rules.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { emailText } from '#platform/mail.ts'
import type { DecidedContent } from '#platform/reportable.ts'
import type { ExampleAction } from '../rules.ts'

type Site = { siteName: string; origin: () => string }
type Email = { subject: string; text: string }
type PromptDetails = { title: string; slug: string }

/** The emails about content that moderators hide and restore, by its kind. */
const contentTexts = {
  prompt: {
    removedSubject: msg('Your prompt was removed from {siteName}'),
    removed: msg('A moderator of {siteName} removed your prompt.'),
    restoredSubject: msg('Your prompt is back on {siteName}'),
    restored: msg('A moderator of {siteName} restored your prompt.'),
  },
  changeRequest: {
    removedSubject: msg('Your suggested edit was removed from {siteName}'),
    removed: msg('A moderator of {siteName} removed an edit that you suggested.'),
    restoredSubject: msg('Your suggested edit is back on {siteName}'),
    restored: msg('A moderator of {siteName} restored an edit that you suggested.'),
  },
  comparison: {
    removedSubject: msg('Your comparison was taken down on {siteName}'),
    removed: msg('A moderator of {siteName} took down your comparison.'),
    restoredSubject: msg('Your comparison is back on {siteName}'),
    restored: msg('A moderator of {siteName} restored your comparison.'),
  },
  collection: {
    removedSubject: msg('Your collection was removed from {siteName}'),
    removed: msg('A moderator of {siteName} removed your collection.'),
    restoredSubject: msg('Your collection is back on {siteName}'),
    restored: msg('A moderator of {siteName} restored your collection.'),
  },
} as const

/** The kinds of content whose authors get an email. */
export type AnnouncedKind = keyof typeof contentTexts
type Content = Omit<DecidedContent, 'promptId' | 'collectionId'> & { kind: AnnouncedKind }

const quoted = (title: string | null) => (title === null ? null : `“${title}”`)
const hello = (username: string) => t('Hello {username},', { username })
const mistake = (origin: string) =>
  t('If you think this is a mistake, write to us: {link}', { link: `${origin}/contact` })

/** Returns the email about content that a moderator removed or took down, with the reason and what its author can do. */
export function removedEmail(
  { siteName, origin }: Site,
  username: string,
  { kind, title, hidden: { path, hint, isCorrectable } }: Content,
  reason: string,
): Email {
  const { removedSubject, removed } = contentTexts[kind]
  return {
    subject: translate(removedSubject, { siteName }),
    text: emailText(
      hello(username),
      translate(removed, { siteName }),
      quoted(title),
      t('Reason: {reason}', { reason }),
      t('Only you and the moderators can see it now.'),
      hint ? translate(hint) : null,
      origin() + path,
      isCorrectable
        ? t('If you have corrected it, or think this is a mistake, write to us: {link}', {
            link: `${origin()}/contact`,
          })
        : mistake(origin()),
    ),
  }
}

/** Returns the email about content that a moderator restored. */
export function restoredEmail(
  { siteName, origin }: Site,
  username: string,
  { kind, title, restored: { path, hint } }: Content,
): Email {
  const { restoredSubject, restored } = contentTexts[kind]
  return {
    subject: translate(restoredSubject, { siteName }),
    text: emailText(
      hello(username),
      translate(restored, { siteName }),
      quoted(title),
      hint ? translate(hint) : null,
      origin() + path,
    ),
  }
}

/** Returns the email about a pending prompt that was approved. */
export function approvedEmail({ siteName, origin }: Site, username: string, { title, slug }: PromptDetails): Email {
  return {
    subject: t('Your prompt is published on {siteName}', { siteName }),
    text: emailText(
      hello(username),
      t('A moderator of {siteName} reviewed your prompt and published it:', { siteName }),
      quoted(title),
      t('Everyone can see it now:'),
      `${origin()}/prompt/${slug}`,
    ),
  }
}

const claimTexts: Record<ClaimAction, { subject: Message; message: Message }> = {
  approve: {
    subject: msg('Your prompts are linked to your account on {siteName}'),
    message: msg(
      'You claimed the name “{name}”. A moderator of {siteName} approved your claim. Prompts credited to this name are now linked to your account:',
    ),
  },
  decline: {
    subject: msg('Your claim was declined on {siteName}'),
    message: msg(
      'You claimed the name “{name}”. A moderator of {siteName} declined your claim. If you can show that the name is yours, claim it again with more detail:',
    ),
  },
  revoke: {
    subject: msg('A name is no longer yours on {siteName}'),
    message: msg(
      'You claimed the name “{name}”. A moderator of {siteName} ended your claim. Prompts credited to this name are no longer linked to your account:',
    ),
  },
}

/** Returns the email about the decision on a member's claim to a credited name. */
export function claimEmail({ siteName, origin }: Site, username: string, name: string, action: ClaimAction): Email {
  const { subject, message } = claimTexts[action]
  return {
    subject: translate(subject, { siteName }),
    text: emailText(
      hello(username),
      translate(message, { name, siteName }),
      `${origin()}/author/${encodeURIComponent(name)}`,
      mistake(origin()),
    ),
  }
}

/** A moderator's decision that changed an example. Only a removal has a reason. */
type ExampleChange = { action: Exclude<ExampleAction, 'dismiss'>; removedReason?: string }

const exampleTexts: Record<ExampleChange['action'], { subject: Message; message: Message; ofPrompt: Message }> = {
  approve: {
    subject: msg('Your example is published on {siteName}'),
    message: msg('A moderator of {siteName} published your example.'),
    ofPrompt: msg('A moderator of {siteName} published your example of this prompt:'),
  },
  remove: {
    subject: msg('Your example was removed on {siteName}'),
    message: msg('A moderator of {siteName} removed your example.'),
    ofPrompt: msg('A moderator of {siteName} removed your example of this prompt:'),
  },
  restore: {
    subject: msg('Your example is back on {siteName}'),
    message: msg('A moderator of {siteName} restored your example.'),
    ofPrompt: msg('A moderator of {siteName} restored your example of this prompt:'),
  },
}

/** Returns the email about a decision that changed an example. `prompt` is null if not everybody may read it. */
export function exampleEmail(
  { siteName, origin }: Site,
  username: string,
  prompt: PromptDetails | null,
  { action, removedReason: reason }: ExampleChange,
): Email {
  const { subject, message, ofPrompt } = exampleTexts[action]
  return {
    subject: translate(subject, { siteName }),
    text: emailText(
      hello(username),
      translate(prompt ? ofPrompt : message, { siteName }),
      quoted(prompt?.title ?? null),
      reason === undefined ? null : t('Reason: {reason}', { reason }),
      prompt && `${origin()}/prompt/${prompt.slug}`,
      mistake(origin()),
    ),
  }
}
