import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ReportCase } from '#features/moderation/report-contract.ts'
import type { CaseKind } from '#features/moderation/rules.ts'
import { type Message, msg, t } from '#lib/texts.ts'
import { CommentDetails, commentTitle } from '../comment-details.tsx'
import { WhyRemoved } from '../why-removed.tsx'
import { ChangeRequestText } from './change-request-text.tsx'
import { ComparisonText } from './comparison-text.tsx'
import { FullPromptText } from './full-prompt-text.tsx'

type Content<Kind extends CaseKind> = NonNullable<ReportCase[Kind]>
/** How the queue shows a kind of reported content. `badge` isn't set for prompts, the usual kind. */
type Appearance<Kind extends CaseKind> = {
  badge?: Message
  remove: Message
  removalHeading: Message
  ban: Message
  title: (content: Content<Kind>, reportCase: ReportCase) => string
  details: (content: Content<Kind>) => ReactNode
}

/** The kinds in the order in which a case is searched for them, since a case about a comparison has its prompt too. */
const appearances: { [Kind in CaseKind]: Appearance<Kind> } = {
  comment: {
    badge: msg('Comment'),
    remove: msg('Remove'),
    removalHeading: msg('Remove this comment'),
    ban: msg('Ban the author'),
    title: commentTitle,
    details: (comment) => <CommentDetails comment={comment} />,
  },
  comparison: {
    badge: msg('Comparison'),
    remove: msg('Take down'),
    removalHeading: msg('Take this comparison down'),
    ban: msg('Ban the owner'),
    title: ({ name }, { prompt }) => prompt?.title ?? name ?? t('A comparison'),
    details: (comparison) => <ComparisonText comparison={comparison} />,
  },
  collection: {
    badge: msg('Collection'),
    remove: msg('Remove'),
    removalHeading: msg('Remove this collection'),
    ban: msg('Ban the owner'),
    title: ({ title }) => title,
    details: (collection) => <CollectionText collection={collection} />,
  },
  changeRequest: {
    badge: msg('Suggested edit'),
    remove: msg('Remove'),
    removalHeading: msg('Remove this suggested edit'),
    ban: msg('Ban the author'),
    title: ({ title }) => title,
    details: (changeRequest) => <ChangeRequestText changeRequest={changeRequest} />,
  },
  profile: {
    badge: msg('Profile'),
    remove: msg('Remove'),
    removalHeading: msg('Remove this profile'),
    ban: msg('Ban the member'),
    title: ({ user }) => t('The page of {username}', { username: user.username }),
    details: (profile) => <ProfileText profile={profile} />,
  },
  prompt: {
    remove: msg('Remove'),
    removalHeading: msg('Remove this prompt'),
    ban: msg('Ban the author'),
    title: ({ title }) => title,
    details: (prompt) => <FullPromptText prompt={prompt} />,
  },
}

type Subject = Omit<Appearance<'prompt'>, 'title' | 'details'> & {
  kind: CaseKind
  title: string
  username: string
  details: ReactNode
}

/** Returns what a case is about, as the queue shows it. */
export function subjectOf(reportCase: ReportCase): Subject {
  for (const kind of Object.keys(appearances) as CaseKind[]) {
    const subject = describe(kind, reportCase)
    if (subject) return subject
  }
  throw new Error(t('A case of reports is about nothing.'))
}

function describe<Kind extends CaseKind>(kind: Kind, reportCase: ReportCase): Subject | null {
  const content = reportCase[kind]
  if (!content) return null
  const { title, details, ...texts } = appearances[kind]
  return {
    ...texts,
    kind,
    title: title(content, reportCase),
    details: details(content),
    username: content.user.username,
  }
}

/**
 * Tells whether all reports are about the prompt's category, in which case moving the prompt closes the case. Returns
 * false if `reports` lacks some of them, since these may have another reason.
 */
export function isOnlyAboutCategory({ reports, reportCount }: Pick<ReportCase, 'reports' | 'reportCount'>): boolean {
  return reports.length === reportCount && reports.every(({ reason }) => reason === 'wrong_category')
}

/** Shows the moderator what a reported profile says. Its links are text. */
function ProfileText({ profile }: { profile: NonNullable<ReportCase['profile']> }) {
  const { user, bio, links, removedReason } = profile
  return (
    <div className="grid gap-3 [overflow-wrap:anywhere]">
      <WhyRemoved reason={removedReason} />
      {bio && (
        <p className="whitespace-pre-line" dir="auto">
          {bio}
        </p>
      )}
      {links.map((link) => (
        <p key={link}>
          <bdi>{link}</bdi>
        </p>
      ))}
      <p>
        <Link to="/user/$username" params={{ username: user.username }} className="link">
          {t('Open the page')}
        </Link>
      </p>
    </div>
  )
}

type ReportedCollection = NonNullable<ReportCase['collection']>

/** Shows the moderator the texts of a reported collection. */
function CollectionText({ collection }: { collection: ReportedCollection }) {
  const { slug, description, items, removedReason } = collection
  return (
    <div className="grid gap-3 [overflow-wrap:anywhere]">
      <WhyRemoved reason={removedReason} />
      {description && <p dir="auto">{description}</p>}
      <ol className="grid list-inside list-decimal gap-1">
        {items.map(({ title, note }) => (
          <li key={title + note} dir="auto">
            {title}
            {note && <span className="text-ink-2"> · {note}</span>}
          </li>
        ))}
      </ol>
      <p>
        <Link to="/collection/$slug" params={{ slug }} className="link">
          {t('Open the collection')}
        </Link>
      </p>
    </div>
  )
}
