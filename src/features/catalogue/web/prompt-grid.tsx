import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromptCard as Card } from '#features/catalogue/contract.ts'
import type { PromptSort } from '#features/catalogue/rules.ts'
import type { CardPicture as Picture } from '#features/results/contract.ts'
import { t } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import { CardByline } from './author-link.tsx'
import { PictureLine } from './picture-facts.tsx'
import { CardPicture, PromptCard } from './prompt-card.tsx'
import '#ui/layout/wall.css'

/**
 * A grid of prompt cards, with `isShelf` side by side on a phone too. `isNarrow` means that it is next to a side column. If the page is about a category (its slug
 * is `within`) or a person (`personNames`), cards don't name it. They first show the number or date that `sort` uses.
 */
export function PromptGrid({
  prompts,
  heading,
  isNarrow = false,
  isShelf = false,
  within,
  sort,
  personNames,
  renderActions,
}: {
  prompts: Card[]
  heading?: 'h2' | 'h3'
  isNarrow?: boolean
  isShelf?: boolean
  within?: string
  sort?: PromptSort
  personNames?: string[]
  /** Returns the buttons of other features for a card. */
  renderActions?: (prompt: Card) => ReactNode
}) {
  return (
    <div className={`cards ${isNarrow ? 'cards-2' : ''} ${isShelf && prompts.length > 1 ? 'shelf' : ''}`}>
      {prompts.map((prompt) => (
        <PromptCard
          key={prompt.id}
          prompt={prompt}
          heading={heading}
          within={within}
          sort={sort}
          personNames={personNames}
          actions={renderActions?.(prompt)}
        />
      ))}
    </div>
  )
}

/**
 * Image prompts: first a wall of those with a picture, each picture in its own ratio, then all others as cards, under a
 * heading. The other properties are those of `PromptGrid`.
 */
export function ImagePrompts({ prompts, ...gridProps }: Parameters<typeof PromptGrid>[0]) {
  const pictured = prompts.filter(hasPicture)
  const others = prompts.filter((prompt) => !hasPicture(prompt))
  if (pictured.length === 0) return <PromptGrid {...gridProps} prompts={others} />
  return (
    <>
      <ul className="wall">
        {pictured.map((prompt, index) => (
          <WallItem key={prompt.id} prompt={prompt} isFirst={index === 0} actions={gridProps.renderActions?.(prompt)} />
        ))}
      </ul>
      {others.length > 0 && (
        <Section
          title={t('No picture yet')}
          aside={t('If you make a picture with one of these, add it on the prompt’s page.')}
        >
          <PromptGrid {...gridProps} prompts={others} heading="h3" />
        </Section>
      )}
    </>
  )
}

/** A prompt that shows a picture. */
type PicturedCard = Card & { result: { picture: Picture } }

function hasPicture(prompt: Card): prompt is PicturedCard {
  return prompt.result?.picture != null
}

/** A picture, with the prompt’s title and facts below it. The whole item links to the prompt. */
function WallItem({ prompt, isFirst, actions }: { prompt: PicturedCard; isFirst: boolean; actions: ReactNode }) {
  return (
    <li>
      <CardPicture picture={prompt.result.picture} isFirst={isFirst} />
      <h2 className="wall-title line-clamp-2" dir="auto" lang={prompt.language}>
        <Link to="/prompt/$slug" params={{ slug: prompt.slug }} className="cover" data-list-item="">
          {prompt.title}
        </Link>
      </h2>
      {prompt.picture && <PictureLine picture={prompt.picture} />}
      <div className="flex min-h-10 items-center gap-3 text-ink-2 text-small max-sm:flex-wrap max-sm:gap-y-0 max-sm:pt-1">
        <CardByline prompt={prompt} />
        {actions && (
          <span className="relative z-1 -me-2 ms-auto flex max-sm:-ms-2 max-sm:justify-between">{actions}</span>
        )}
      </div>
    </li>
  )
}
