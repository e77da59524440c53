// The search parameters of admin pages, in a separate file so that routes can read them without loading a page.

/** `alarms`: published prompts in which something alarming was found that no moderator has looked at. */
export const queueStatuses = ['pending', 'alarms', 'published', 'removed', 'deleted'] as const
export type QueueStatus = (typeof queueStatuses)[number]
export type AdminPromptSearch = { status?: QueueStatus; q?: string; cursor?: string }

export const peopleTabs = ['all', 'moderator', 'admin', 'banned'] as const
export type PeopleTab = (typeof peopleTabs)[number]
export type PeopleSearch = { role?: Exclude<PeopleTab, 'all'>; q?: string; cursor?: string }
