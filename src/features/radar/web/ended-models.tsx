import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { EndReason } from '#features/models/rules.ts'
import { modelsQuery } from '#features/models/web/model-queries.ts'
import type { EndedModel } from '#features/radar/contract.ts'
import { formatList } from '#lib/format-list.ts'
import { type Message, msg, plural, t, translate } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { notify } from '#ui/notice.tsx'
import { endedModelsQuery, type Scope } from './ended-model-queries.ts'
import { SuccessorRun } from './successor-run.tsx'

const reasons: Record<EndReason, Message> = {
  offers: msg('this site hasn’t offered it for a week'),
  list: msg('its vendor no longer lists it'),
  failures: msg('its vendor says that it doesn’t know it'),
  admin: msg('an admin marked it'),
}

/**
 * Lists ended models with the prompts that depend on them: the member's own, or everybody's for admins. Each opens, and
 * runs their tests on another model. Renders nothing if there are none.
 */
export function EndedModels({ scope }: { scope: Scope }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: models, error, refetch } = useQuery(endedModelsQuery(api, scope))
  if (error && !models) return <LoadFailure error={error} onRetry={() => refetch()} />
  if (!models || (models.length === 0 && scope === 'mine')) return null
  return (
    <section className="mb-8" aria-labelledby="ended-models">
      <h2 id="ended-models" className="text-h3">
        {t('Ended models')}
      </h2>
      <p className="mt-1 max-w-[42em] text-ink-2">
        {models.length === 0
          ? t('No published prompt depends on a model that has ended.')
          : scope === 'mine'
            ? t('Your published prompts depend on these models. Run their tests on another one.')
            : t('Published prompts depend on these models. Run their tests on another one.')}
      </p>
      <ul className="mt-3">
        {models.map((model) => (
          <li key={model.model} className="border-hair border-b py-2">
            <OneModel model={model} scope={scope} />
          </li>
        ))}
      </ul>
      {scope === 'site' && <MarkEnded marked={models.filter(({ reason }) => reason === 'admin')} />}
    </section>
  )
}

/** Lets an admin mark a model as ended, and take that back. */
function MarkEnded({ marked }: { marked: EndedModel[] }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data: offered = [] } = useQuery(modelsQuery(api))
  const mark = async (model: string, ended: boolean) => {
    try {
      await api('POST /api/admin/models/end', { body: { model, ended } })
      await queryClient.invalidateQueries({ queryKey: ['/api/ended-models'] })
      notify({
        title: ended ? t('{model} is marked as ended', { model }) : t('{model} is no longer marked', { model }),
      })
    } catch (error) {
      notify({ title: t('Nothing was marked'), text: (error as Error).message, isFailure: true })
    }
  }
  const choices = offered.filter(({ id, vendor }) => vendor !== 'built-in' && !marked.some(({ model }) => model === id))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const model = new FormData(event.currentTarget).get('model')?.toString()
    if (model) void mark(model, true)
  }
  return (
    <>
      {marked.map(({ model }) => (
        <button key={model} type="button" className="btn mt-3 me-2" onClick={() => mark(model, false)}>
          {t('No longer mark {model}', { model })}
        </button>
      ))}
      {choices.length > 0 && (
        <form className="mt-3 flex flex-wrap items-end gap-2" onSubmit={submit}>
          <label className="grid gap-1 text-small">
            {t('Mark a model as ended')}
            <select name="model" className="input">
              {choices.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className="btn">
            {t('Mark as ended')}
          </button>
        </form>
      )}
    </>
  )
}

function OneModel({ model, scope }: { model: EndedModel; scope: Scope }) {
  const [isOpen, setOpen] = useState(false)
  const { prompts, tests, comparisons, reports } = model
  const parts = [
    tests > 0 && t('{tests} with tests', { tests }),
    comparisons > 0 && t('{comparisons} with comparisons', { comparisons }),
    reports > 0 && t('{reports} with reports of use', { reports }),
  ].filter(Boolean)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer [overflow-wrap:anywhere]">
        <bdi className="font-semibold">{model.model}</bdi>: {plural(prompts, '{count} prompt', '{count} prompts')} (
        {formatList(parts)}).{' '}
        <span className="text-ink-2">
          {t('Ended {date}: {reason}.', { date: usDate(model.endedOn), reason: translate(reasons[model.reason]) })}
        </span>
      </summary>
      {isOpen && <SuccessorRun model={model.model} scope={scope} />}
    </details>
  )
}
