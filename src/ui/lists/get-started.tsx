import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Message, translate } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-names.ts'

/** A link to something that the reader can do first. */
type StartLink = Pick<LinkProps, 'to' | 'params'> & { label: Message; text: Message; icon: IconName }

export type StartLinks = [StartLink, StartLink, StartLink]

/** The message of an empty page, with links to three things that the reader can do first. */
export function GetStarted({ children, links }: { children: ReactNode; links: StartLinks }) {
  return (
    <div className="rounded-2 border border-edge border-dashed px-5 py-4">
      <p>{children}</p>
      <ul className="mt-3 grid gap-x-6 md:grid-cols-3">
        {links.map(({ to, params, label, text, icon }) => (
          <li key={to} className="border-hair border-t">
            <Link to={to} params={params} className="flex h-full gap-3 py-3">
              <Icon name={icon} className="icon mt-0.5 text-ink-3" />
              <span>
                <b className="link block">{translate(label)}</b>
                <span className="text-ink-2 text-small">{translate(text)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
