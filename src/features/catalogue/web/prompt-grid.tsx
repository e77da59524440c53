import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromptCard as Card } from '#features/catalogue/contract.ts'
import type { PromptSort } from '#features/catalogue/rules.ts'
import type { CardPicture as Picture } from '#features/results/contract.ts'
import { t } from '#lib/texts.ts'
import { CardByline } from './author-link.tsx'
import { PictureLine } from './picture-facts.tsx'
import { CardPicture, PromptCard } from './prompt-card.tsx'
import { PromptText } from './prompt-text.tsx'
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
 * Image prompts as walls of columns: first those with a picture, each picture in its own ratio, then the words of all
 * others, each in a frame of the ratio that its picture would have. `renderActions` returns the buttons of other
 * features for a prompt.
 */
export function ImagePromptWalls({
  prompts,
  renderActions,
}: {
  prompts: Card[]
  renderActions?: (prompt: Card) => ReactNode
}) {
  const pictured = prompts.filter(hasPicture)
  const others = prompts.filter((prompt) => !hasPicture(prompt))
  return (
    <>
      {pictured.length > 0 && (
        <ul className="wall">
          {pictured.map((prompt, index) => (
            <WallItem key={prompt.id} prompt={prompt} renderActions={renderActions} bylineClass="max-sm:hidden">
              <CardPicture picture={prompt.result.picture} isFirst={index === 0} />
            </WallItem>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <>
          <p className="mt-2 mb-4 border-ink border-t-2 pt-2.5 text-small">
            <b className="font-semibold">{t('In words')}</b>{' '}
            <span className="text-ink-2">
              {pictured.length === 0 && `${t('No pictures here yet.')} `}
              {t('Made one? Add it on the prompt’s page.')}
            </span>
          </p>
          <ul className="wall wall-of-words">
            {others.map((prompt) => (
              <WallItem key={prompt.id} prompt={prompt} renderActions={renderActions}>
                <div className="wall-frame" data-ratio={prompt.picture?.ratio} data-cat={prompt.category.slug}>
                  <p className="wall-words" dir="auto" lang={prompt.language}>
                    <PromptText excerpt={prompt.excerpt} />
                  </p>
                </div>
              </WallItem>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** A prompt that shows a picture. */
type PicturedCard = Card & { result: { picture: Picture } }

function hasPicture(prompt: Card): prompt is PicturedCard {
  return prompt.result?.picture != null
}

/** A picture or a frame, with the prompt’s title and facts below it. The whole item links to the prompt. */
function WallItem({
  prompt,
  renderActions,
  bylineClass = '',
  children,
}: {
  prompt: Card
  renderActions?: (prompt: Card) => ReactNode
  bylineClass?: string
  children: ReactNode
}) {
  return (
    <li>
      {children}
      <h2 className="wall-title line-clamp-2" dir="auto" lang={prompt.language}>
        <Link to="/prompt/$slug" params={{ slug: prompt.slug }} className="cover" data-list-item="">
          {prompt.title}
        </Link>
      </h2>
      {prompt.picture && <PictureLine picture={prompt.picture} />}
      <div className={`flex min-h-10 items-center gap-3 text-ink-2 text-small ${bylineClass}`}>
        <CardByline prompt={prompt} />
        {renderActions && <span className="relative z-1 -me-2 ms-auto flex">{renderActions(prompt)}</span>}
      </div>
    </li>
  )
}
