import { describe, expect, it } from 'vitest';
import { OpenPlaces } from './open-places.js';

describe('places for new bindings', () => {
  it('DESIGN 5: those under way count with those driven; a place is given back once', () => {
    let driven = 1;
    const places = new OpenPlaces(3, () => driven);
    const one = places.tryTake();
    const two = places.tryTake();
    expect(one).not.toBeNull();
    expect(places.tryTake()).toBeNull();
    driven = 2;
    one?.();
    one?.();
    expect(places.tryTake()).toBeNull();
    two?.();
    expect(places.tryTake()).not.toBeNull();
    expect(places.tryTake()).toBeNull();
  });
});
