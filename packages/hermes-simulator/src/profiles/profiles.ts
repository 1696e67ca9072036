import { PROFILE_A } from './profile-a.js';
import { PROFILE_B } from './profile-b.js';
import { PROFILE_C } from './profile-c.js';
import { PROFILE_D } from './profile-d.js';
import type { Profile, ProfileName } from './profile.js';

/** Every profile by its letter. */
export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  A: PROFILE_A,
  B: PROFILE_B,
  C: PROFILE_C,
  D: PROFILE_D,
};
