import { Link } from '@tanstack/react-router'
import type { Model } from '#features/models/contract.ts'
import { type AiVendor, aiVendors, familyNames } from '#features/models/rules.ts'
import {
  answersPerDollar,
  isSelfHosted,
  type OfferedModel,
  pricesAsOf,
  type TokenCosts,
  vendorFacts,
} from '#features/models/vendor-rules.ts'
import { VendorMark } from '#features/models/web/vendor-mark.tsx'
import { chatOf } from '#features/worksheet/run-target-rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { Icon } from '#ui/icon.tsx'
import { Bar } from '#ui/layout/bar.tsx'
import { Section } from '#ui/layout/section.tsx'
import { rich } from '#ui/rich.ts'
import { formatCost } from '../answers/answer-format.ts'
import { familyWithChat } from '../chat-name.ts'

/**
 * Shows, on sites without a language model, what the models of each family cost, where to chat with them, and how to
 * compare their answers.
 */
export function FamilyPrices({ models }: { models: Model[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Section title={t('What they cost')} aside={t('API price in US dollars per million tokens')}>
        <FamilyTable models={models} />
      </Section>
      <Section title={t('Compare two models')}>
        <p className="mb-4 max-w-[42em]">
          {t('Ask two chats the same thing, paste their answers, and read them side by side. Free, no account needed.')}
        </p>
        <Link to="/compare" className="btn btn-primary btn-big">
          {t('Compare answers')}
          <Icon name="arrow-right" />
        </Link>
      </Section>
    </div>
  )
}

/**
 * The classes of a cell with a number. Every page loads these classes anyway, while another style sheet would exceed
 * the page's size budget.
 */
const numberCell = 'w-20 py-1 text-end sm:w-24'

/** Lists the families with their chats and the prices of their models. */
function FamilyTable({ models }: { models: Model[] }) {
  return (
    <>
      <table className="w-full tabular-nums">
        <thead className="text-ink-2 text-small">
          <tr>
            <th scope="col" className="py-1">
              {t('Model')}
            </th>
            <th scope="col" className={`${numberCell} max-sm:hidden`}>
              {t('Context')}
            </th>
            <th scope="col" className="w-2/5 py-1 ps-8 max-sm:hidden">
              {t('Answers for $1')}
            </th>
            <th scope="col" className={numberCell}>
              {t('In')}
            </th>
            <th scope="col" className={numberCell}>
              {t('Out')}
            </th>
          </tr>
        </thead>
        {aiVendors.map((vendor) => {
          const familyModels = models.filter((model) => model.vendor === vendor)
          return familyModels.length > 0 && <Family key={vendor} vendor={vendor} models={familyModels} />
        })}
      </table>
      <p className="mt-3 max-w-[42em] text-ink-2 text-small">
        {rich(
          'In is what you send, out is the answer; a million tokens is about 750,000 English words. <span>Answers for $1 are of about 500 words, to a prompt of 750. Context is how many tokens a model takes at once. </span>These are the vendors’ prices as of {date}; their chats are priced separately.',
          {
            span: (text) => <span className="max-sm:hidden">{text}</span>,
            date: <time dateTime={pricesAsOf}>{usDate(pricesAsOf)}</time>,
          },
        )}
      </p>
    </>
  )
}

function Family({ vendor, models }: { vendor: AiVendor; models: Model[] }) {
  const { company } = vendorFacts[vendor]
  const chat = chatOf(vendorFacts[vendor].chat)
  return (
    <tbody className="border-hair border-t">
      <tr>
        <th scope="rowgroup" className="py-2 sm:whitespace-nowrap">
          <VendorMark vendor={vendor} /> {familyWithChat(vendor)}
          {!isSelfHosted(vendor) && company !== familyNames[vendor] && (
            <span className="font-normal text-ink-2"> {t('by {company}', { company })}</span>
          )}
        </th>
        <td className="max-sm:hidden" />
        <td className="max-sm:hidden" />
        <td colSpan={2} className="py-2 text-end">
          {chat?.home && (
            <a href={chat.home} target="_blank" rel="noreferrer" className="link font-semibold text-small">
              {t('Open {name}', { name: chat.name })}
            </a>
          )}
        </td>
      </tr>
      {models.map(({ id, context }) => (
        <tr key={id}>
          <td className="py-1 text-ink-2 [overflow-wrap:anywhere]">{id}</td>
          <td className={`${numberCell} max-sm:hidden`}>{context === null ? '–' : formatNumber(context)}</td>
          <Prices dollars={listPriceOf(vendor, id)} isSelfHosted={isSelfHosted(vendor)} />
        </tr>
      ))}
    </tbody>
  )
}

/** Returns a model's price in its vendor's list. Models that operators run themselves have none. */
function listPriceOf(vendor: AiVendor, id: string): TokenCosts | null {
  const { models }: { models: readonly OfferedModel[] } = vendorFacts[vendor]
  return models.find((model) => model.id === id)?.dollars ?? null
}

/** The most answers that a dollar buys from any model in the vendors' lists: the length of a whole bar. */
const mostAnswers = Math.max(
  ...aiVendors.flatMap((vendor) =>
    vendorFacts[vendor].models.map(({ dollars }) => (dollars ? answersPerDollar(dollars) : 0)),
  ),
)

/** The cells with a model's prices, and with a bar for how many answers a dollar buys. */
function Prices({ dollars, isSelfHosted }: { dollars: TokenCosts | null; isSelfHosted: boolean }) {
  if (!dollars)
    return (
      <>
        <td className="max-sm:hidden" />
        <td colSpan={2} className={numberCell}>
          {isSelfHosted ? t('depends on the host') : '–'}
        </td>
      </>
    )
  const answers = answersPerDollar(dollars)
  return (
    <>
      <td className="py-1 ps-8 max-sm:hidden">
        <span className="flex items-center gap-3">
          <span className="w-8 flex-none text-end">{formatNumber(Math.round(answers))}</span>
          <Bar value={answers / mostAnswers} />
        </span>
      </td>
      <td className={numberCell}>{formatCost(dollars.input)}</td>
      <td className={numberCell}>{formatCost(dollars.output)}</td>
    </>
  )
}
