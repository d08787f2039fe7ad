package dev.ibplay.ib;

/** What a subnet manager is doing (IBA vol. 1, SMInfo.SMState). */
public enum SmState {
    NOT_ACTIVE,
    DISCOVERING,
    STANDBY,
    MASTER,
    UNKNOWN;

    public static SmState ofCode(int code) {
        return code >= 0 && code <= 3 ? values()[code] : UNKNOWN;
    }
}
