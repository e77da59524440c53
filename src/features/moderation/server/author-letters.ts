import type { PromptStatus } from '#features/catalogue/rules.ts'

type Site = { siteName: string; origin: () => string }
type Text = { subject: string; text: string }
type Subject = { title: string; slug: string }

/** The letter that says that a prompt was removed, why, and what its author can do. */
export function removedLetter(
  { siteName, origin }: Site,
  username: string,
  { title, status }: Subject & { status: PromptStatus },
  reason: string,
): Text {
  const kept =
    status === 'deleted'
      ? 'You had deleted it, and you can no longer restore it. It is still listed under My Prompts'
      : 'Nothing is lost: you can read, edit and copy it under My Prompts'
  return {
    subject: `Your prompt was removed from ${siteName}`,
    text: `Hello ${username},

a moderator of ${siteName} removed a prompt of yours:

“${title}”

Why: ${reason}

Only you and the moderators can see it now. ${kept}:

${origin()}/my-prompts?status=${status}

If you have corrected it, or think that this is a mistake, write to us: ${origin()}/contact
`,
  }
}

/** The letter that says that a removed prompt is shown again. */
export function restoredLetter({ siteName, origin }: Site, username: string, { title, slug }: Subject): Text {
  return {
    subject: `Your prompt is back on ${siteName}`,
    text: `Hello ${username},

a moderator of ${siteName} restored a prompt of yours:

“${title}”

Everybody can see it again, with its votes and saves:

${origin()}/prompt/${slug}
`,
  }
}

/** The letter that says that a prompt which waited for a moderator is published. */
export function approvedLetter({ siteName, origin }: Site, username: string, { title, slug }: Subject): Text {
  return {
    subject: `Your prompt is published on ${siteName}`,
    text: `Hello ${username},

a moderator of ${siteName} looked at a prompt of yours and published it:

“${title}”

Everybody can see it now:

${origin()}/prompt/${slug}
`,
  }
}

/** `title`: the prompt's, where there is one that everybody may read. */
type Compared = { title: string | null; id: string }

function nameOf({ title }: Compared): string {
  return title === null ? '' : ` of this prompt:\n\n“${title}”`
}

/** The letter that says that a comparison was taken down, and why. */
export function withdrawnLetter(
  { siteName, origin }: Site,
  username: string,
  compared: Compared,
  reason: string,
): Text {
  return {
    subject: `Your comparison was taken down on ${siteName}`,
    text: `Hello ${username},

a moderator of ${siteName} took down a comparison of yours${nameOf(compared) || '.'}

Why: ${reason}

Only you and the moderators can see it now:

${origin()}/compare/${compared.id}

If you think that this is a mistake, write to us: ${origin()}/contact
`,
  }
}

/** The letter that says that a comparison which was taken down is shown again. */
export function comparisonBackLetter({ siteName, origin }: Site, username: string, compared: Compared): Text {
  return {
    subject: `Your comparison is back on ${siteName}`,
    text: `Hello ${username},

a moderator of ${siteName} restored a comparison of yours${nameOf(compared) || '.'}

${origin()}/compare/${compared.id}
`,
  }
}
