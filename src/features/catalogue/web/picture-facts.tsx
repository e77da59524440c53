import type { Picture, PromptCard } from '#features/catalogue/contract.ts'
import { pictureStyles, pictureTools } from '#features/catalogue/picture-fact-rules.ts'
import { imageCategory } from '#features/catalogue/rules.ts'
import { frameOf, sceneColors, sceneOf } from '../drawing-rules.ts'
import sprite from './drawings.svg?url'

/**
 * Returns what an image prompt says about its picture, as a line of words for its card: "Photo · 1:1 · Midjourney ·
 * teal".
 */
export function pictureWords(picture: Picture): string {
  const { ratio, colors } = picture
  return [nameOfStyle(picture), ratio, ...namesOfTools(picture), colors.join(', ')].filter(Boolean).join(' · ')
}

/**
 * Draws what the text of an image prompt states: a scene for its subject with marks for its style, in a frame of its
 * ratio and in the colors that `sceneColors` returns. The shapes are flat, so that nobody mistakes the drawing for the
 * output of a model. `className` sets the drawing's margins and size.
 */
export function PictureDrawing({
  prompt: { picture, title, excerpt },
  className,
}: {
  prompt: Pick<PromptCard, 'picture' | 'title' | 'excerpt'>
  className: string
}) {
  const { ratio = null, style, subject, palette = [], colors = [] } = picture ?? {}
  const words = `${title} ${excerpt}`
  const stated = [subject, style && pictureStyles[style], ratio, ...colors].filter(Boolean).join(', ')
  const [ground, fill, color, stroke] = sceneColors(palette, words)
  return (
    <div className={`grid place-items-center overflow-hidden rounded-1 bg-wash ${ratio ? 'py-2 ' : ''}${className}`}>
      <svg
        className={ratio ? 'h-full' : 'size-full'}
        viewBox={ratio ? frameOf(ratio) : undefined}
        fill={fill}
        color={color}
        stroke={stroke}
        role="img"
        aria-label={`Drawing: ${stated || 'a general scene'}`}
      >
        <rect width="100%" height="100%" fill={ground} stroke="none" />
        <use href={`${sprite}#${sceneOf(picture, words)}`} />
        {style && <use href={`${sprite}#${style}`} />}
      </svg>
    </div>
  )
}

/**
 * Shows on the prompt's page what an image prompt says about its picture, each fact with its name. If the text
 * states a palette, the drawing is shown too, until a member adds a picture.
 */
export function PictureFacts({ prompt }: { prompt: PromptCard }) {
  const { picture, examplePicture } = prompt
  if (!picture) return null
  const facts = [
    { name: 'Style', value: nameOfStyle(picture) },
    { name: 'Ratio', value: picture.ratio },
    { name: 'Tool', value: namesOfTools(picture).join(', ') },
    { name: 'Colors', value: picture.colors.join(', ') },
  ].filter(({ value }) => value)
  if (facts.length === 0) return null
  return (
    <div className="mt-4 flex items-center gap-4" data-cat={imageCategory}>
      {!examplePicture && picture.palette.length > 0 && (
        <PictureDrawing prompt={prompt} className="h-22 w-32 shrink-0" />
      )}
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-small">
        {facts.map(({ name, value }) => (
          <div key={name} className="flex items-center gap-1.5">
            <dt className="text-ink-2">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function nameOfStyle({ style }: Picture): string | null {
  return style && pictureStyles[style]
}

function namesOfTools({ tools }: Picture): string[] {
  return tools.map((tool) => pictureTools[tool])
}
