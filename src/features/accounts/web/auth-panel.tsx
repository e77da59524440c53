import type { ReactNode } from 'react'
import { t } from '#lib/texts.ts'

/** A page for a single task around signing in, such as choosing a new password. */
export function AuthPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="wrap pt-5 side:pt-10">
      <section className="mx-auto max-w-140 rounded-2 border border-edge bg-raised px-5 pt-5 pb-8 sm:px-12 sm:py-10">
        <h1 className="mb-5 text-h2">{title}</h1>
        {children}
        <p className="hidden noscript:block">{t('This page needs JavaScript.')}</p>
      </section>
    </div>
  )
}
