import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCredits } from '#features/credits/rules.ts'
import type { Generation } from '#features/generator/contract.ts'
import { modelLine } from '#features/models/model-name-rules.ts'
import { plural, t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { keepFocus } from '#ui/keep-focus.ts'
import { Section } from '#ui/layout/section.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { Moment } from '#ui/moment.tsx'
import { FailureNote } from '#ui/note.tsx'
import { notify } from '#ui/notice.tsx'
import type { OpenedGeneration } from './generation-state.ts'
import { forgetResult } from './generation-storage.ts'
import '#ui/lists/stacked-table.css'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import { cutText } from '#lib/well-formed.ts'

type Open = (generation: OpenedGeneration) => void

/** Lists what the member generated earlier, newest first. */
export function GeneratorHistory({ onOpen }: { onOpen: Open }) {
  const { api } = useRouteContext({ from: '__root__' })
  const [cursor, setCursor] = useState<string>()
  const { data: page, error } = useQuery(generationsQuery(api, cursor))
  if (error) return <FailureNote title={t('Your runs could not be loaded')}>{error.message}</FailureNote>
  if (!page || (page.total === 0 && !cursor)) return null
  return (
    <Section
      title={t('Your runs')}
      aside={
        page.totalIsFloor
          ? t('{total} runs or more', { total: page.total })
          : plural(page.total, '{count} run', '{count} runs')
      }
    >
      <table className="data-table stacked">
        <thead>
          <tr>
            <th scope="col">{t('When')}</th>
            <th scope="col">{t('Idea')}</th>
            <th scope="col">{t('Written by')}</th>
            <th scope="col" className="r">
              {t('Credits')}
            </th>
            <th scope="col">
              <span className="sr-only">{t('Delete')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {page.items.map((generation) => (
            <Row key={generation.id} generation={generation} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
      <Pager label={t('Pages of your runs')} cursor={cursor} nextCursor={page.nextCursor} onTurn={setCursor} />
    </Section>
  )
}

function Row({ generation, onOpen }: { generation: Generation; onOpen: Open }) {
  const { id, idea, prompt, model, vendor, price, failure, createdAt } = generation
  const remove = useDelete(id)
  const shortIdea = cutText(idea, 120)
  return (
    <tr>
      <td className="whitespace-nowrap text-ink-2">
        <Moment time={createdAt} />
      </td>
      <td className="row-title">
        {prompt ? (
          <button
            type="button"
            className="link text-start font-semibold"
            onClick={() => onOpen({ runId: id, prompt, model, price })}
          >
            <bdi>{shortIdea}</bdi>
          </button>
        ) : (
          <bdi>{shortIdea}</bdi>
        )}
        {prompt && (
          <span className="block text-ink-2 text-small" dir="auto">
            {prompt.title}
          </span>
        )}
        {failure && <span className="block text-ink-2 text-small">{failure}</span>}
      </td>
      <td className="text-ink-2">{modelLine(model, vendor)}</td>
      <td className="r">{failure ? t('Not charged') : formatCredits(price)}</td>
      <td className="r">
        <button
          type="button"
          className="btn-square"
          ref={keepFocus}
          aria-label={t('Delete {value}', { value: shortIdea })}
          onClick={remove}
        >
          <Icon name="x" className="icon-sm" />
        </button>
      </td>
    </tr>
  )
}

function useDelete(id: string) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return async () => {
    try {
      await api('DELETE /api/user/generations/{id}', { params: { id } })
      forgetResult(id)
      notify({ title: t('Deleted') })
      await queryClient.invalidateQueries({ queryKey: ['/api/user/generations'] })
    } catch (error) {
      notify({ title: t('Not deleted'), text: error instanceof Error ? error.message : undefined, isFailure: true })
    }
  }
}

/**
 * Returns the query for a page of the member's generations, newest first. No response is reused (`reuseMs`), because
 * each run changes the list.
 */
function generationsQuery(api: Api, cursor?: string) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/user/generations', { query: { limit: 10, cursor }, rules: { reuseMs: 0 } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
