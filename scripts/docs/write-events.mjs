// @ts-check
// Writes docs/events.md from the sources of the events: `npm run docs`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventFacts } from './event-facts.mjs';
import { eventsPage } from './events-page.mjs';
import { formatted } from './formatted.mjs';

const path = join(import.meta.dirname, '../../docs/events.md');
writeFileSync(path, await formatted(path, eventsPage(eventFacts())));
