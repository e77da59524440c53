import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type MouseEvent, useState } from 'react'
import { siteFacts } from '#client/site-facts.ts'
import { CookieSettingsButton } from '#features/consent/web/consent-gate.tsx'
import type { Footer as FooterData } from '#features/site/contract.ts'
import { formatList } from '#lib/format-list.ts'
import { plural, t, translate } from '#lib/texts.ts'
import { ThemeSwitch } from '#ui/layout/theme-switch.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import { collections, pagesFor, promptLists } from './site-sections.ts'

const loadDialog = () => import('./shortcut-dialog.tsx').then(({ ShortcutDialog }) => ShortcutDialog)

/** The footer of every page. If its data failed to load, it still shows the fixed links. */
export function Footer({
  siteName,
  data,
  failure,
  reviews,
}: {
  siteName: string
  data?: FooterData
  /** Why the data failed to load. */
  failure?: string
  /** Reviews of the site from Trustpilot, if the operator shows them. */
  reviews?: ReactNode
}) {
  const { brand } = siteFacts()
  const { about = t('A community catalogue of prompts and AI tools.'), links = [] } = brand ?? {}
  return (
    <footer className="mt-16 border-ink border-t text-small">
      <div className="wrap grid grid-cols-2 gap-8 pt-8 pb-8 side:grid-cols-[1.5fr_1fr_1fr_1fr_1fr]">
        <div className="max-side:col-span-2">
          <Logo name={siteName} />
          <p className="mt-3 max-w-[26em] text-ink-2">
            {about}
            {data ? ` ${writeStats(data.stats)}` : failure && ` ${failure}`}
          </p>
          {reviews}
        </div>
        <FooterLinks title={t('Browse')}>
          {promptLists.map(({ to, label }) => (
            <Link key={to} to={to}>
              {translate(label)}
            </Link>
          ))}
          <Link to="/categories">{t('All categories')}</Link>
          <Link to="/tools">{t('AI tools')}</Link>
          <Link to={collections.to}>{translate(collections.label)}</Link>
          <Link to="/contributors">{t('Contributors')}</Link>
          <Link to="/create-prompt">{t('Create Prompt')}</Link>
        </FooterLinks>
        {data && data.categories.length > 0 && (
          <FooterLinks title={t('Categories')} isForWideScreens>
            {data.categories.map(({ slug, name }) => (
              <Link key={slug} to="/category/$slug" params={{ slug }}>
                {name}
              </Link>
            ))}
          </FooterLinks>
        )}
        {data && data.tools.length > 0 && (
          <FooterLinks title={t('Tools')} isForWideScreens>
            {data.tools.map(({ slug, name }) => (
              <Link key={slug} to="/tools/$slug" params={{ slug }} className="max-w-full truncate">
                {name}
              </Link>
            ))}
          </FooterLinks>
        )}
        <FooterLinks title={t('Site')}>
          {pagesFor(data?.rated).map(({ to, label }) => (
            <Link key={to} to={to}>
              {translate(label)}
            </Link>
          ))}
          {links.map(({ label, href }) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
        </FooterLinks>
      </div>
      <div className="wrap pb-6 side:pb-10">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-hair border-t pt-4">
          <ThemeSwitch />
          <nav aria-label={t('More')} className="foot-links flex flex-wrap gap-x-4">
            <KeyboardLink />
            <CookieSettingsButton />
          </nav>
          <LanguageSwitch />
        </div>
      </div>
    </footer>
  )
}

/** A column of links. A phone leaves out one with `isForWideScreens`, because the other columns link to all of them. */
function FooterLinks({
  title,
  isForWideScreens = false,
  children,
}: {
  title: string
  isForWideScreens?: boolean
  children: ReactNode
}) {
  return (
    <nav aria-label={title} className={isForWideScreens ? 'foot-links max-md:hidden' : 'foot-links'}>
      <h2>{title}</h2>
      {children}
    </nav>
  )
}

function writeStats({ prompts, tools, contributors }: FooterData['stats']): string {
  const parts = [plural(prompts, '{count} prompt', '{count} prompts')]
  if (tools > 0) parts.push(plural(tools, '{count} tool', '{count} tools'))
  if (contributors > 0) parts.push(plural(contributors, '{count} contributor', '{count} contributors'))
  return t('{parts}.', { parts: formatList(parts) })
}

/**
 * A link that opens a dialog with the list of shortcuts, which loads on first use. The key `?` clicks this link.
 * Without JavaScript, or in a new tab, the link leads to the same list on the help page.
 */
function KeyboardLink() {
  const [openings, setOpenings] = useState(0)
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpenings(openings + 1)
  }
  return (
    <>
      <Link to="/help" hash="keyboard" data-key="keyboard" preload={false} onClick={open}>
        {t('Keyboard')}
      </Link>
      {openings > 0 && <Deferred key={openings} load={loadDialog} props={{ onClose: () => setOpenings(0) }} />}
    </>
  )
}
