import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ReportSlot } from '#client/report-slot.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import { ResultLabel } from '#features/results/web/result-label.tsx'
import { ExampleActions } from './example-actions.tsx'
import { ExampleCaption } from './example-figure.tsx'
import { examplesQuery } from './example-queries.ts'

/**
 * Shows the prompt's card picture at the top of its page, as large as the column and the first screenful allow. The
 * section of examples leaves it out. `Report`: see `ExampleSection`.
 */
export function HeadPicture({ prompt, Report }: { prompt: Prompt; Report: ReportSlot }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data: examples } = useSuspenseQuery(examplesQuery(api, prompt.slug))
  const picture = prompt.result?.picture
  if (!examples.isOpen || !prompt.result || !picture) return null
  const example = examples.items.find(({ pictures }) => pictures.some(({ src }) => src === picture.src))
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: promptQuery(api, prompt.slug).queryKey })
    await queryClient.invalidateQueries({ queryKey: examplesQuery(api, prompt.slug).queryKey })
  }
  return (
    <figure className="mt-4 grid gap-1.5">
      <a href={`${picture.src}1600.webp`} className="block overflow-hidden rounded-1 bg-sunken">
        <picture>
          <source type="image/avif" srcSet={`${picture.src}960.avif, ${picture.src}1600.avif 2x`} />
          <img
            src={`${picture.src}960.webp`}
            alt={picture.alt}
            width={picture.width}
            height={picture.height}
            className="max-h-[max(18rem,100svh-18rem)] w-full object-contain"
          />
        </picture>
      </a>
      {example ? (
        <ExampleCaption
          example={example}
          actions={<ExampleActions example={example} prompt={prompt} Report={Report} onDeleted={refresh} />}
        />
      ) : (
        <figcaption className="text-ink-2 text-small">
          <ResultLabel result={prompt.result} />
        </figcaption>
      )}
    </figure>
  )
}
