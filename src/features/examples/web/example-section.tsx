import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ReportSlot } from '#client/report-slot.ts'
import { goToSignIn } from '#features/accounts/web/go-to-sign-in.ts'
import { useSession } from '#features/accounts/web/session-store.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { licenseNames } from '#features/catalogue/license-rules.ts'
import type { PictureRatio } from '#features/catalogue/picture-fact-rules.ts'
import { imageCategory } from '#features/catalogue/rules.ts'
import { RatioFigure } from '#features/catalogue/web/picture-facts.tsx'
import type { Example } from '#features/examples/contract.ts'
import { exampleLicense, exampleSectionId } from '#features/examples/rules.ts'
import { plural, t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'
import { notify } from '#ui/notice.tsx'
import { ExampleActions } from './example-actions.tsx'
import { ExampleFigure } from './example-figure.tsx'
import { examplesPerPage, examplesQuery, ownExamplesQuery } from './example-queries.ts'

const loadForm = () => import('./example-form.tsx').then(({ ExampleForm }) => ExampleForm)

/**
 * Shows the examples of a prompt, and the button for adding one. Renders nothing if the setting EXAMPLES is off.
 * `Report` is the report button, which the caller provides because a higher feature owns it.
 */
export function ExampleSection({ prompt, Report }: { prompt: Prompt; Report: ReportSlot }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const queryClient = useQueryClient()
  const { user, state } = useSession()
  const { data: first } = useSuspenseQuery(examplesQuery(api, prompt.slug))
  const { data: own } = useQuery({ ...ownExamplesQuery(api, prompt.id), enabled: user !== null && first.isOpen })
  const [laterPages, setLaterPages] = useState<{ items: Example[]; nextCursor: string | null }>()
  const [isAdding, setAdding] = useState(false)
  if (!first.isOpen) return null

  const { nextCursor } = laterPages ?? first
  const loadMore = async () => {
    try {
      const query = { limit: examplesPerPage, cursor: nextCursor ?? undefined }
      const page = await api('GET /api/prompts/{id}/examples', { params: { id: prompt.slug }, query })
      setLaterPages({ items: [...(laterPages?.items ?? []), ...page.items], nextCursor: page.nextCursor })
    } catch (error) {
      notify({ title: t('More examples could not be loaded'), text: (error as Error).message, isFailure: true })
    }
  }
  const refresh = async () => {
    setLaterPages(undefined)
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: examplesQuery(api, prompt.slug).queryKey }),
      queryClient.invalidateQueries({ queryKey: ownExamplesQuery(api, prompt.id).queryKey }),
    ])
  }
  const isOfImages = prompt.category.slug === imageCategory
  const unpublishedExamples = own?.items.filter(({ status }) => status !== 'published') ?? []
  const published = [...first.items, ...(laterPages?.items ?? [])]
  const others = published.flatMap((example) => withoutPicture(example, prompt.result?.picture?.src))
  const shownExamples = [...unpublishedExamples, ...others]
  const total = first.total - (published.length - others.length)
  const license = licenseNames[exampleLicense]
  const aside =
    total > 0
      ? first.totalIsFloor
        ? t('{total} examples or more. Members share theirs under {license}.', { total, license })
        : plural(
            total,
            '{count} example. Members share theirs under {license}.',
            '{count} examples. Members share theirs under {license}.',
            { license },
          )
      : first.total > 0
        ? t('Members share theirs under {license}.', { license })
        : shownExamples.length === 0 && !isOfImages && t('No examples yet. Show what you got from this prompt.')
  const buttons = (
    <p className="js-only flex flex-wrap gap-2">
      <button
        type="button"
        className="btn"
        onClick={() => (state === 'signedOut' ? goToSignIn(router) : setAdding(true))}
      >
        <Icon name="plus" className="icon-sm" />
        {isOfImages ? t('Add a picture') : t('Add an example')}
      </button>
      {nextCursor && (
        <button type="button" className="btn" onClick={loadMore}>
          {t('Show more')}
        </button>
      )}
    </p>
  )
  const form = isAdding && user && (
    <Deferred
      load={loadForm}
      props={{ prompt, onAdded: refresh, onClose: () => setAdding(false) }}
      placeholder={null}
    />
  )
  // The only picture is at the top of the page.
  if (isOfImages && shownExamples.length === 0 && first.total > 0)
    return (
      <div id={exampleSectionId} className="js-only mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        {buttons}
        <p className="text-ink-2 text-small">{aside}</p>
        {form}
      </div>
    )
  return (
    <div id={exampleSectionId}>
      <Section
        title={isOfImages ? t('Pictures') : t('Examples')}
        aside={aside}
        quiet={shownExamples.length === 0 && !isOfImages}
        isPart={!isOfImages}
      >
        {shownExamples.length > 0 && (
          <ul className="mb-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {shownExamples.map((example) => (
              <li key={example.id} className="grid">
                <ExampleFigure
                  example={example}
                  actions={<ExampleActions example={example} prompt={prompt} Report={Report} onDeleted={refresh} />}
                />
              </li>
            ))}
          </ul>
        )}
        {shownExamples.length === 0 && isOfImages ? (
          <PicturePlace ratio={prompt.picture?.ratio ?? null}>{buttons}</PicturePlace>
        ) : (
          buttons
        )}
        {form}
      </Section>
    </div>
  )
}

/** Returns the example without the picture that the top of the page shows, or nothing if it has only this one. */
function withoutPicture(example: Example, src: string | undefined): Example[] {
  const pictures = example.pictures.filter((picture) => picture.src !== src)
  return example.pictures.length > 0 && pictures.length === 0 ? [] : [{ ...example, pictures }]
}

/** The place of a picture that nobody has added yet, in the ratio that the prompt asks for. Contains the button to add one. */
function PicturePlace({ ratio, children }: { ratio: PictureRatio | null; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-5">
      {ratio && (
        <span className="grid place-items-center text-ink-2 *:[grid-area:1/1]">
          <RatioFigure ratio={ratio} longSide={144} />
          <span className="text-small">{ratio}</span>
        </span>
      )}
      <div className="max-w-[30em] flex-1 basis-48">
        <p className="font-semibold text-lead">{t('No picture yet')}</p>
        <p className="mb-3 text-ink-2">
          {t('Made one with this prompt? Add it, and it is shown here and on the prompt’s card.')}
        </p>
        {children}
      </div>
    </div>
  )
}
