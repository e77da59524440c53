import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReportSlot } from '#client/report-slot.ts'
import { goToSignIn } from '#features/accounts/web/go-to-sign-in.ts'
import { useSession } from '#features/accounts/web/session-store.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { licenseNames } from '#features/catalogue/license-rules.ts'
import type { Example } from '#features/examples/contract.ts'
import { exampleLicense, exampleSectionId } from '#features/examples/rules.ts'
import { pluralize } from '#lib/numbers.ts'
import { Deferred } from '#ui/deferred.tsx'
import { Icon } from '#ui/icon.tsx'
import { notify } from '#ui/notice.tsx'
import { Section } from '#ui/section.tsx'
import { DeleteExampleButton } from './delete-example-button.tsx'
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
      notify({ title: 'More examples could not be loaded', text: (error as Error).message, isFailure: true })
    }
  }
  const refresh = async () => {
    setLaterPages(undefined)
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: examplesQuery(api, prompt.slug).queryKey }),
      queryClient.invalidateQueries({ queryKey: ownExamplesQuery(api, prompt.id).queryKey }),
    ])
  }
  const unpublishedExamples = own?.items.filter(({ status }) => status !== 'published') ?? []
  const shownExamples = [...unpublishedExamples, ...first.items, ...(laterPages?.items ?? [])]
  const actionsOf = (example: Example) =>
    user && example.user.username === user.username ? (
      <DeleteExampleButton example={example} onDeleted={refresh} />
    ) : (
      user && (
        <Report
          target={{ exampleId: example.id }}
          noun="example"
          title={`${example.model}: ${prompt.title}`}
          className="link"
        >
          Report<span className="sr-only"> the example by {example.user.username}</span>
        </Report>
      )
    )
  const aside =
    first.total > 0
      ? `${pluralize(first.total, 'example')}${first.totalIsFloor ? ' or more' : ''} by members, ${licenseNames[exampleLicense]}`
      : shownExamples.length === 0 && 'No examples yet. Show what you got from this prompt.'
  return (
    <div id={exampleSectionId}>
      <Section title="Examples" aside={aside} quiet={shownExamples.length === 0}>
        {shownExamples.length > 0 && (
          <ul className="mb-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {shownExamples.map((example) => (
              <li key={example.id} className="grid">
                <ExampleFigure example={example} actions={actionsOf(example)} />
              </li>
            ))}
          </ul>
        )}
        <p className="js-only flex flex-wrap gap-2">
          <button
            type="button"
            className="btn"
            onClick={() => (state === 'signedOut' ? goToSignIn(router) : setAdding(true))}
          >
            <Icon name="plus" className="icon-sm" />
            Add an example
          </button>
          {nextCursor && (
            <button type="button" className="btn" onClick={loadMore}>
              Show more
            </button>
          )}
        </p>
        {isAdding && user && (
          <Deferred
            load={loadForm}
            props={{ prompt, onAdded: refresh, onClose: () => setAdding(false) }}
            placeholder={null}
          />
        )}
      </Section>
    </div>
  )
}
