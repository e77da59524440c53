import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import type { Example } from '#features/examples/contract.ts'
import { exampleSectionId } from '#features/examples/rules.ts'
import { t } from '#lib/texts.ts'
import { parseWebAddress } from '#lib/web-address.ts'
import { rich } from '#ui/rich.ts'
import { examplesQuery } from './example-queries.ts'

/** Shows the prompt's card picture at full width in the header of its page. */
export function HeadPicture({ prompt }: { prompt: Prompt }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: examples } = useSuspenseQuery(examplesQuery(api, prompt.slug))
  const picture = prompt.result?.picture
  if (!examples.isOpen || !picture) return null
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
        {example && <>{creditOf(example)} </>}
        <a href={`#${exampleSectionId}`} className="link">
          {t('All examples')}
        </a>
      </figcaption>
    </figure>
  )
}

function creditOf({ model, source, user: { username } }: Example): ReactNode {
  if (source === null)
    return model
      ? rich('Made with {model} by {username}.', { model: <span dir="auto">{model}</span>, username })
      : t('Added by {username}.', { username })
  const host = parseWebAddress(source)?.host ?? ''
  return model
    ? rich('Made with {model}, from {host}.', { model: <span dir="auto">{model}</span>, host })
    : t('Added, from {host}.', { host })
}
