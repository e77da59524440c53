import type { ReactNode } from 'react'
import { siteFacts } from '#client/site-facts.ts'
import { useSession } from '#features/accounts/web/session-store.ts'
import type { PromptCard } from '#features/catalogue/contract.ts'
import type { CopyWay } from '#features/prompt-statistics/rules.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { Deferred } from '#ui/lists/deferred.tsx'
import { TryPrompt } from './try-prompt.tsx'

/** The text below the headline, unless the operator has set a headline or a text, or the site is for members only. */
const openIntro = msg('Free prompts for ChatGPT, Claude and others.')
/** This sentence is only for visitors: the style hides it from those who may be signed in, before anything moves. */
const visitorIntro = msg('Copy any without an account.')

const loadOwnRow = () => import('./own-row.tsx').then(({ OwnRow }) => OwnRow)

/**
 * Shows the top of the home page: the headline, the search field, a member's own links, and a prompt that can be filled
 * in right there.
 */
export function HomeHero({
  prompt,
  search,
  onCopied,
}: {
  prompt: PromptCard | undefined
  search: ReactNode
  onCopied?: (prompt: PromptCard, way: CopyWay) => void
}) {
  const { user } = useSession()
  const { isClosed, brand } = siteFacts()
  const {
    headline = t('Prompts to fill in, test and keep.'),
    intro = brand?.headline || isClosed ? '' : <OpenIntro />,
  } = brand ?? {}
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] items-center gap-8 pt-8 pb-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-12 lg:pt-12">
      <div>
        <h1 className="mb-4 text-hero leading-[0.98] md:mb-5">{headline}</h1>
        {intro && <p className="mb-5 max-w-[42em] text-ink-2 text-lead md:mb-6">{intro}</p>}
        {search}
        {user && <Deferred load={loadOwnRow} props={{}} placeholder={null} failure={null} />}
      </div>
      {prompt && <TryPrompt key={prompt.id} prompt={prompt} onCopied={onCopied && ((way) => onCopied(prompt, way))} />}
    </section>
  )
}

function OpenIntro() {
  return (
    <>
      {translate(openIntro)} <span className="signed-out">{translate(visitorIntro)}</span>
    </>
  )
}
