import type { Picture, PromptCard } from '#features/catalogue/contract.ts'
import { type PictureRatio, pictureStyles, pictureTools } from '#features/catalogue/picture-fact-rules.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'

/** Shows what an image prompt says about its picture, as a line of its card: "Photo · 1:1 · Midjourney". */
export function PictureLine({ picture }: { picture: Picture }) {
  const words = [nameOfStyle(picture), picture.ratio, ...namesOfTools(picture)].filter(Boolean).join(' · ')
  if (words === '') return null
  return (
    <p className="mt-1 flex items-center gap-1.5 text-ink-2 text-small">
      <Icon name="image" className="icon-sm shrink-0" />
      <span className="truncate">{words}</span>
    </p>
  )
}

/**
 * Draws the ratio of a picture to scale, with a longer side of `longSide` pixels. The text beside it must name the
 * ratio.
 */
export function RatioFigure({ ratio, longSide }: { ratio: PictureRatio; longSide: number }) {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  const lengthOf = (side: number) => Math.round((side * longSide) / Math.max(width, height))
  return (
    <svg width={lengthOf(width)} height={lengthOf(height)} className="shrink-0" aria-hidden="true">
      <rect width="100%" height="100%" fill="none" stroke="currentColor" strokeWidth="3" />
    </svg>
  )
}

/** Shows on the prompt's page what an image prompt says about its picture, each fact with its name. */
export function PictureFacts({ prompt: { picture } }: { prompt: PromptCard }) {
  if (!picture) return null
  const facts = [
    { name: t('Style'), value: nameOfStyle(picture) },
    { name: t('Ratio'), value: picture.ratio },
    { name: t('Tool'), value: namesOfTools(picture).join(', ') },
  ].filter(({ value }) => value)
  if (facts.length === 0) return null
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex items-center gap-1.5">
          <dt className="text-ink-2">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function nameOfStyle({ style }: Picture): string | null {
  return style && pictureStyles[style]
}

function namesOfTools({ tools }: Picture): string[] {
  return tools.map((tool) => pictureTools[tool])
}
