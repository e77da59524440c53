import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Prompt } from '#features/catalogue/contract.ts'
import { imageCategory } from '#features/catalogue/rules.ts'
import { exampleSectionId } from '#features/examples/rules.ts'
import { examplesQuery } from './example-queries.ts'

/**
 * The first picture that a member made with a prompt, large in the header of its page; for image prompts without one, a
 * link to the place where pictures are added.
 */
export function HeadPicture({ prompt }: { prompt: Prompt }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: examples } = useSuspenseQuery(examplesQuery(api, prompt.slug))
  if (!examples.isOpen) return null
  const picture = prompt.examplePicture
  if (picture) {
    const example = examples.items.find(({ pictures }) => pictures.some(({ src }) => src === picture.src))
    return (
      <figure className="mt-4">
        <a href={`#${exampleSectionId}`} className="block">
          <picture>
            <source type="image/avif" srcSet={`${picture.src}960.avif, ${picture.src}1600.avif 2x`} />
            <img
              src={`${picture.src}960.webp`}
              alt={picture.alt}
              width={picture.width}
              height={picture.height}
              className="max-h-96 w-full object-contain object-left"
            />
          </picture>
        </a>
        <figcaption className="mt-1.5 text-ink-2 text-small">
          {example && (
            <>
              Made with <span dir="auto">{example.model}</span> by {example.user.username}.{' '}
            </>
          )}
          <a href={`#${exampleSectionId}`} className="link">
            All examples
          </a>
        </figcaption>
      </figure>
    )
  }
  if (prompt.category.slug !== imageCategory) return null
  return (
    <p className="mt-3 text-ink-2 text-small">
      No pictures yet.{' '}
      <a href={`#${exampleSectionId}`} className="link">
        Add one that you made with it
      </a>
    </p>
  )
}
