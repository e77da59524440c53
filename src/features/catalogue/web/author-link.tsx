import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { type CreditedName, creditedNames, creditKey } from '#features/catalogue/credit-rules.ts'
import { publicationTime } from '#features/catalogue/rules.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { rich } from '#ui/rich.ts'

/** A link to a member's page. With `isKeyboardStop`, the keys j and k can move the focus to it. */
export function AuthorLink({ username, isKeyboardStop = false }: { username: string; isKeyboardStop?: boolean }) {
  return (
    <Link
      to="/user/$username"
      params={{ username }}
      className="author relative z-1"
      data-list-item={isKeyboardStop ? '' : undefined}
    >
      {username}
    </Link>
  )
}

/**
 * Lists the people in a prompt's credit, each with a link to the page about that name. Never links to a member with the
 * same name, who may be somebody else. The page of a name that was claimed redirects to the member who claimed it.
 */
export function Credit({ credit }: { credit: string }) {
  const names = creditedNames(credit)
  return names.length === 0 ? t('Author unknown') : <CreditLinks names={names} />
}

function CreditLinks({ names }: { names: CreditedName[] }) {
  return names.map(({ key, name }, index) => (
    <Fragment key={key}>
      {index > 0 && ', '}
      <CreditLink name={name} />
    </Fragment>
  ))
}

/** A link to the page of a credited name. With `isKeyboardStop`, the keys j and k can move the focus to it. */
export function CreditLink({ name, isKeyboardStop = false }: { name: string; isKeyboardStop?: boolean }) {
  return (
    <Link
      to="/author/$name"
      params={{ name }}
      className="author relative z-1"
      data-list-item={isKeyboardStop ? '' : undefined}
    >
      <bdi>{name}</bdi>
    </Link>
  )
}

/** Names the author of a prompt, or for an imported prompt the people in its credit. */
export function Byline({ prompt: { credit, user } }: { prompt: Pick<PromptCard, 'credit' | 'user'> }) {
  if (credit === null) {
    return rich('by {author}', { author: <AuthorLink username={user.username} /> })
  }
  const names = <Credit credit={credit} />
  return creditedNames(credit).length > 0 ? rich('by {author}', { author: names }) : names
}

/**
 * The byline of a card. On the page of a person whose names are `personNames`, it names only the other people, or shows
 * the date if there are none. Renders nothing if the author is unknown.
 */
export function CardByline({
  prompt: { credit, user, ...dates },
  personNames = [],
}: {
  prompt: Pick<PromptCard, 'credit' | 'user' | 'createdAt' | 'publishedAt'>
  personNames?: string[]
}) {
  const names = creditedNames(credit)
  if (credit !== null && names.length === 0) return null
  const others = names.filter(({ key }) => !personNames.some((name) => creditKey(name) === key))
  const isOwn = credit === null ? personNames.includes(user.username) : others.length === 0
  return (
    <span className="min-w-0 truncate" dir="auto">
      {isOwn ? (
        publishedDate(dates)
      ) : others.length < names.length ? (
        <>
          {t('with')} <CreditLinks names={others} />
        </>
      ) : (
        <Byline prompt={{ credit, user }} />
      )}
    </span>
  )
}

/** Returns the day on which the prompt was first published or, if it never was, created. */
export function publishedDate(dates: Pick<PromptCard, 'publishedAt' | 'createdAt'>): string {
  return usDate(publicationTime(dates))
}
